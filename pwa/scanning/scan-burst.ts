import type { ScannerSettings } from './scanner-settings.ts';

export const GS = '\x1d';

/** One key as the page sees it, with its time in milliseconds. */
export interface TimedKey {
  key: string;
  at: number;
  ctrl?: boolean;
  alt?: boolean;
  meta?: boolean;
  /** A key held down repeats as fast as a scanner types. */
  repeat?: boolean;
  /** The person is writing in a note or an ordinary field, not in a scan field. */
  inText?: boolean;
}

/** What has been typed so far and may become a code. */
export interface BurstState {
  text: string;
  /** Keys that came shortly before, too slowly to be sure: a code is never taken without its beginning. */
  before: string;
  prefixed: boolean;
  lastAt: number;
  /** Sum and number of the gaps between keys, without the one pause that a split code may have. */
  gapSum: number;
  gaps: number;
  paused: boolean;
  sincePause: number;
}

export interface BurstStep {
  state: BurstState;
  code: string | null;
  /** The key belongs to the scanner and must not reach the page. */
  swallow: boolean;
  /** This key begins something new: what stands in the field now is what a scan must leave there. */
  began: boolean;
}

export type BurstSettings = Pick<ScannerSettings, 'prefix' | 'suffix' | 'gapMs' | 'minLength'>;

export const EMPTY_BURST: BurstState = {
  text: '',
  before: '',
  prefixed: false,
  lastAt: Number.NEGATIVE_INFINITY,
  gapSum: 0,
  gaps: 0,
  paused: false,
  sincePause: 0,
};

/** A fast beginning waits this long for its rest: a soft keyboard that pops up splits codes. */
export const SPLIT_MS = 1000;
/** After a prefix the rest may take its time, but not for ever. */
export const PREFIX_PATIENCE_MS = 3000;
/** A printable prefix in a note counts only when the rest comes faster than the fastest typist. */
const TEXT_PREFIX_GAP_MS = 75;
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
const LINE_ENDS: Record<string, string> = {
  '\r': 'Enter',
  '\n': 'Enter',
  '\t': 'Tab',
};

const charOf = (pressed: TimedKey): string | null => {
  if (pressed.key === GS || pressed.key === 'GroupSeparator') return GS;
  if (pressed.ctrl && !pressed.alt) return pressed.key === ']' ? GS : null;
  if (pressed.meta || (pressed.alt && !pressed.ctrl)) return null;
  return pressed.key.length === 1 && pressed.key >= ' ' ? pressed.key : null;
};

const isSuffix = (key: string, suffix: BurstSettings['suffix']): boolean =>
  suffix === 'any' ? key === 'Enter' || key === 'Tab' : suffix === key;

const meanGap = (state: BurstState): number => (state.gaps === 0 ? 0 : state.gapSum / state.gaps);

const typedByMachine = (state: BurstState, settings: BurstSettings, inText: boolean): boolean => {
  if (state.text.length < settings.minLength) return false;
  if (!state.prefixed) return meanGap(state) <= settings.gapMs;
  return settings.prefix.length > 1 || !inText || meanGap(state) <= TEXT_PREFIX_GAP_MS;
};

/** How long the state may wait for its next key before it is no longer one code. */
const patience = (state: BurstState, settings: BurstSettings): number => {
  if (state.prefixed) return PREFIX_PATIENCE_MS;
  const fast = state.text.length >= 3 && meanGap(state) <= settings.gapMs;
  const mayPause = fast && settings.suffix !== 'none' && (!state.paused || state.sincePause >= 2);
  return mayPause ? SPLIT_MS : settings.gapMs * 2;
};

const started = (char: string, at: number): BurstState => ({
  ...EMPTY_BURST,
  text: char,
  lastAt: at,
  sincePause: 1,
});

const grown = (
  state: BurstState,
  char: string,
  { at, inText }: TimedKey,
  settings: BurstSettings,
): BurstStep => {
  const gap = at - state.lastAt;
  const nothingYet = state.text === '' && !state.prefixed;
  const isPause = !state.prefixed && gap > settings.gapMs * 2;
  const tooLate = gap > patience(state, settings) || (isPause && state.paused);
  if (nothingYet || tooLate) {
    // What a person writes in a note is no beginning of a code; what stands before a scan elsewhere may be.
    const goesOn = !nothingYet && !state.prefixed && !inText && gap <= SPLIT_MS;
    const before = goesOn ? state.before + state.text : '';
    return { state: { ...started(char, at), before }, code: null, swallow: false, began: !goesOn };
  }
  const next: BurstState = {
    ...state,
    text: state.text + char,
    lastAt: at,
    gapSum: state.gapSum + (isPause ? 0 : gap),
    gaps: state.gaps + (isPause ? 0 : 1),
    paused: state.paused || isPause,
    sincePause: isPause ? 1 : state.sincePause + 1,
  };
  return { state: next, code: null, swallow: false, began: false };
};

const ignored = (state: BurstState): BurstStep => ({
  state,
  code: null,
  swallow: false,
  began: false,
});

const ended = (state: BurstState, pressed: TimedKey, settings: BurstSettings): BurstStep => {
  const inTime = pressed.at - state.lastAt <= patience(state, settings);
  const isScan = inTime && typedByMachine(state, settings, pressed.inText ?? false);
  return {
    ...ignored(EMPTY_BURST),
    code: isScan ? state.before + state.text : null,
    swallow: isScan,
  };
};

/** One key further: says whether a code is complete and whether the key is kept from the page. */
export function stepBurst(state: BurstState, pressed: TimedKey, settings: BurstSettings): BurstStep {
  const key = LINE_ENDS[pressed.key] ?? pressed.key;
  if (MODIFIERS.has(key)) return ignored(state);
  if (pressed.repeat) return ignored(EMPTY_BURST);
  if (settings.prefix !== '' && key === settings.prefix) {
    const prefixed = { ...EMPTY_BURST, prefixed: true, lastAt: pressed.at };
    return {
      state: prefixed,
      code: null,
      swallow: key.length > 1,
      began: true,
    };
  }
  if (isSuffix(key, settings.suffix) && !pressed.ctrl && !pressed.alt && !pressed.meta)
    return ended(state, pressed, settings);
  const char = charOf(pressed);
  if (char === null) return ignored(EMPTY_BURST);
  const step = grown(state, char, pressed, settings);
  // Ctrl+] is a control character of the code; the page must not take it for a shortcut.
  return { ...step, swallow: char === GS && step.state.text.length > 1 };
}

/** A pause ended the keys: with the suffix `none` this completes a code, otherwise it never does. */
export function endBurstByPause(state: BurstState, settings: BurstSettings): string | null {
  if (settings.suffix !== 'none') return null;
  return typedByMachine(state, settings, false) ? state.before + state.text : null;
}
