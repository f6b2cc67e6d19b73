export const GS = '\x1d';

/** The focused element: a field for a person's text, a scan field, or anything else. */
export type KeyPlace = 'writing' | 'scan-field' | 'page';

/** One key event of the page, with its time in milliseconds. */
export interface TimedKey {
  key: string;
  at: number;
  ctrl?: boolean;
  alt?: boolean;
  meta?: boolean;
  shift?: boolean;
  /** A key held down repeats as fast as a scanner types. */
  repeat?: boolean;
  /** `page` by default. */
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

/** Control characters with which a scanner ends a line when it sends them as Ctrl and a letter. */
const CONTROL_LINE_ENDS: Record<string, 'Enter' | 'Tab'> = {
  'Ctrl+J': 'Enter',
  'Ctrl+M': 'Enter',
  'Ctrl+I': 'Tab',
};

export const isModifier = (key: string): boolean => MODIFIERS.has(key);

const isControlCharacter = (key: string): boolean => key.length === 1 && key < ' ';

/**
 * Name a key independently of how the scanner sends it: `F13`, `~`, or `Ctrl+B` for the control character
 * STX.
 */
export function keyName({ key, ctrl, alt }: Pick<TimedKey, 'key' | 'ctrl' | 'alt'>): string {
  const lineEnd = LINE_ENDS[key];
  if (lineEnd) return lineEnd;
  if (key === 'GroupSeparator') return 'Ctrl+]';
  if (isControlCharacter(key)) return `Ctrl+${String.fromCharCode(key.charCodeAt(0) + 64)}`;
  // Ctrl with Alt is AltGr, which writes ordinary characters.
  return ctrl && !alt && key.length === 1 ? `Ctrl+${key.toUpperCase()}` : key;
}

/** Return the key that ends a line, or null. A person's Shift+Tab moves back and ends none. */
export function lineEndOf(pressed: TimedKey): 'Enter' | 'Tab' | null {
  if (pressed.ctrl || pressed.alt || pressed.meta || pressed.shift) return null;
  return LINE_ENDS[pressed.key] ?? null;
}

/** Return the line end that a scanner sends as a control character; for a person it is a shortcut. */
export const controlLineEndOf = (pressed: TimedKey): 'Enter' | 'Tab' | null =>
  pressed.meta ? null : (CONTROL_LINE_ENDS[keyName(pressed)] ?? null);

/** Return the character that a key writes, or null. */
export function charOf(pressed: TimedKey): string | null {
  const { key, ctrl = false, alt = false, meta = false } = pressed;
  if (meta || ctrl !== alt) return null;
  return key.length === 1 && key >= ' ' ? key : null;
}

/** Return the control character that a scanner sends inside a code, or null. */
export function controlCharOf(pressed: TimedKey): string | null {
  if (pressed.meta) return null;
  const match = /^Ctrl\+([@-_])$/.exec(keyName(pressed));
  return match?.[1] ? String.fromCharCode(match[1].charCodeAt(0) - 64) : null;
}
