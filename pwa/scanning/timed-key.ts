export const GS = '\x1d';

/** What has the focus: a field that a person writes in, a field made for scans, or anything else. */
export type KeyPlace = 'writing' | 'scan-field' | 'page';

/** One key as the page sees it, with its time in milliseconds. */
export interface TimedKey {
  key: string;
  at: number;
  ctrl?: boolean;
  alt?: boolean;
  meta?: boolean;
  shift?: boolean;
  /** A key held down repeats as fast as a scanner types. */
  repeat?: boolean;
  /** `page` unless given. */
  place?: KeyPlace;
}

const MODIFIERS = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Dead',
  'Process',
]);

const LINE_ENDS: Record<string, 'Enter' | 'Tab'> = {
  Enter: 'Enter',
  Tab: 'Tab',
  '\r': 'Enter',
  '\n': 'Enter',
  '\t': 'Tab',
};

/** Control characters by which a scanner ends a line when it sends them as Ctrl and a letter. */
const CONTROL_LINE_ENDS: Record<string, 'Enter' | 'Tab'> = {
  'Ctrl+J': 'Enter',
  'Ctrl+M': 'Enter',
  'Ctrl+I': 'Tab',
};

export const isModifier = (key: string): boolean => MODIFIERS.has(key);

const isControlCharacter = (key: string): boolean => key.length === 1 && key < ' ';

/** Names a key in one way however the scanner sends it: `F13`, `~`, or `Ctrl+B` for the control character STX. */
export function keyName({ key, ctrl, alt }: Pick<TimedKey, 'key' | 'ctrl' | 'alt'>): string {
  const lineEnd = LINE_ENDS[key];
  if (lineEnd) return lineEnd;
  if (key === 'GroupSeparator') return 'Ctrl+]';
  if (isControlCharacter(key)) return `Ctrl+${String.fromCharCode(key.charCodeAt(0) + 64)}`;
  // Ctrl with Alt is AltGr, which writes ordinary characters.
  return ctrl && !alt && key.length === 1 ? `Ctrl+${key.toUpperCase()}` : key;
}

/** The key that ends a line, or null. A person's Shift+Tab goes back and is none. */
export function lineEndOf(pressed: TimedKey): 'Enter' | 'Tab' | null {
  if (pressed.ctrl || pressed.alt || pressed.meta || pressed.shift) return null;
  return LINE_ENDS[pressed.key] ?? null;
}

/** The line end that a scanner sends as a control character; for a person it is a shortcut. */
export const controlLineEndOf = (pressed: TimedKey): 'Enter' | 'Tab' | null =>
  pressed.meta ? null : (CONTROL_LINE_ENDS[keyName(pressed)] ?? null);

/** The character that a key writes, or null. */
export function charOf(pressed: TimedKey): string | null {
  const { key, ctrl = false, alt = false, meta = false } = pressed;
  if (meta || ctrl !== alt) return null;
  return key.length === 1 && key >= ' ' ? key : null;
}

/** The control character that a scanner sends inside a code, or null. */
export function controlCharOf(pressed: TimedKey): string | null {
  if (pressed.meta) return null;
  const match = /^Ctrl\+([@-_])$/.exec(keyName(pressed));
  return match?.[1] ? String.fromCharCode(match[1].charCodeAt(0) - 64) : null;
}
