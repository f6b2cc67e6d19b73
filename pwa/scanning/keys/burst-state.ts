import type { ScannerSettings } from './scanner-settings.ts';

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

/** The keys that were typed so far and may become a code. */
export interface BurstState {
  text: string;
  /**
   * Keys that came shortly before, too slowly to be sure: they stay with the burst, so that a code never
   * loses its start.
   */
  before: string;
  prefixed: boolean;
  /** A key came that no code contains: the burst is unreadable, and its remaining keys are dropped. */
  broken: boolean;
  /** Where the keys went. One key that went to the page decides for all, because nobody types words there. */
  place: KeyPlace;
  lastAt: number;
  /** Sum, number and extremes of the gaps between keys, without the one pause that a split code may have. */
  gapSum: number;
  gaps: number;
  shortestGap: number;
  longestGap: number;
  paused: boolean;
  sincePause: number;
  /** When the previous scan ended: a second line end belongs to it. */
  endedAt: number;
  /** When an input method last sent an unreadable key. */
  unreadableAt: number;
}

export type BurstSettings = Pick<
  ScannerSettings,
  'prefix' | 'suffix' | 'gapMs' | 'minLength' | 'learnedGapMs'
>;

export const EMPTY_BURST: BurstState = {
  text: '',
  before: '',
  prefixed: false,
  broken: false,
  place: 'writing',
  lastAt: Number.NEGATIVE_INFINITY,
  gapSum: 0,
  gaps: 0,
  shortestGap: Number.POSITIVE_INFINITY,
  longestGap: 0,
  paused: false,
  sincePause: 0,
  endedAt: Number.NEGATIVE_INFINITY,
  unreadableAt: Number.NEGATIVE_INFINITY,
};

/** A mean gap below this is too fast for a person. */
export const MACHINE_GAP_MS = 35;
/** How long a fast start waits for its rest: a soft keyboard that pops up splits codes. */
export const SPLIT_MS = 1000;
/** The time limit for the rest of a code after a prefix. */
export const PREFIX_TIMEOUT_MS = 3000;

export const isEmpty = (state: BurstState): boolean => state.text === '' && !state.prefixed;

export const meanGap = (state: BurstState): number => (state.gaps === 0 ? 0 : state.gapSum / state.gaps);

/**
 * A mean gap below this may be a scanner's where nobody types words; a scanner's timers run slightly late.
 */
export const scannerGap = ({ gapMs }: BurstSettings): number => gapMs + 5;

/** How long a key may wait for the next before it counts as a single key. */
export const keyTimeout = ({ gapMs }: BurstSettings): number => gapMs * 2;

/** Nobody types a non-character prefix by hand: all keys until the end are the scanner's. */
export const isCertain = (state: BurstState, { prefix }: BurstSettings): boolean =>
  state.prefixed && prefix.length > 1;

const RANK: Record<KeyPlace, number> = { writing: 0, 'scan-field': 1, page: 2 };

/** Return the target that decides when the focus moved during a burst. */
export const widerPlace = (a: KeyPlace, b: KeyPlace): KeyPlace => (RANK[a] >= RANK[b] ? a : b);

/** Check whether these keys are certainly a scanner's before their end has arrived. */
export function isBurst(state: BurstState, settings: BurstSettings): boolean {
  if (state.broken || state.prefixed) return state.broken || isCertain(state, settings);
  const keys = state.text.length;
  const mean = meanGap(state);
  if (state.place === 'page')
    return (keys >= 3 && mean < scannerGap(settings)) || (keys === 2 && mean <= MACHINE_GAP_MS);
  return keys >= (state.place === 'scan-field' ? 3 : settings.minLength) && mean <= MACHINE_GAP_MS;
}

/** Check whether these keys may still become a scanner's. */
export const mayBeScanner = (state: BurstState, settings: BurstSettings): boolean =>
  !isEmpty(state) && (state.prefixed || state.gaps === 0 || meanGap(state) < scannerGap(settings));

/** Return how long the state may wait for its next key before it is no longer one code. */
export function burstTimeout(state: BurstState, settings: BurstSettings): number {
  if (state.prefixed) return PREFIX_TIMEOUT_MS;
  const isFast = isBurst(state, settings) || (state.text.length >= 3 && meanGap(state) <= settings.gapMs);
  const mayPause = isFast && settings.suffix !== 'none' && (!state.paused || state.sincePause >= 2);
  return mayPause ? SPLIT_MS : keyTimeout(settings);
}
