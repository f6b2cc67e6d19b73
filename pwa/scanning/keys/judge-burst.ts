import {
  type BurstSettings,
  type BurstState,
  isBurst,
  isCertain,
  MACHINE_GAP_MS,
  meanGap,
  scannerGap,
} from './burst-state.ts';

/**
 * Why a burst of keys is no code: keys are missing or wrong, or it is shorter than any code expected here.
 */
export type UnreadReason = 'incomplete' | 'short';

export type BurstVerdict = 'code' | UnreadReason | 'person';

/** Check whether the screen expects a code shorter than the minimum of the settings, for example a well. */
export type IsExpected = (code: string) => boolean;

/** In a note, a printable prefix counts only when the rest comes faster than the fastest typist. */
const TEXT_PREFIX_GAP_MS = 75;
/** No person types two characters and Enter faster than this, not even with two hands. */
const INHUMAN_GAP_MS = 25;
/** A single letter and Enter are a person's unless they come faster than this. */
const SINGLE_KEY_GAP_MS = 50;
/** No typist keeps a mean gap below this for a whole code. */
const TYPIST_GAP_MS = 80;
const SURE_LENGTH = 6;
/** A person types shorter numbers evenly, with one hand on the keypad. */
const SURE_DIGITS = 10;

const wholeText = (state: BurstState): string => state.before + state.text;

function isCodeLike(text: string): boolean {
  if (!/\d/.test(text) || text.includes(' ')) return false;
  return text.length >= (/[A-Z]/i.test(text) ? SURE_LENGTH : SURE_DIGITS);
}

/** A scanner has a steady rhythm; the gaps of a person differ by half or more. */
function isEven(state: BurstState, endGap: number, share: number): boolean {
  const longest = Math.max(state.longestGap, endGap);
  const shortest = Math.min(state.shortestGap, endGap);
  return longest - shortest <= Math.max(15, meanGap(state) * share);
}

const meanWithEnd = (state: BurstState, endGap: number): number => (state.gapSum + endGap) / (state.gaps + 1);

/** Where nobody types words, all keys at a scanner's speed are a scan. */
function judgeOnPage(
  state: BurstState,
  settings: BurstSettings,
  endGap: number,
  isExpected: IsExpected,
): BurstVerdict {
  const text = wholeText(state);
  const keys = state.text.length;
  if (keys === 1) return endGap <= SINGLE_KEY_GAP_MS ? 'incomplete' : 'person';
  const mean = keys === 2 ? meanWithEnd(state, endGap) : meanGap(state);
  if (!isBurst(state, settings) && mean >= scannerGap(settings))
    return isCodeLike(state.text) ? 'incomplete' : 'person';
  return text.length >= settings.minLength || isExpected(text) ? 'code' : 'short';
}

/** Keys that are not taken here are published by the field itself, as typed. */
function judgeInScanField(
  state: BurstState,
  settings: BurstSettings,
  endGap: number,
  isExpected: IsExpected,
): BurstVerdict {
  const text = wholeText(state);
  if (text.length < settings.minLength && !isExpected(text)) return 'person';
  const mean = meanGap(state);
  if (state.gaps > 0 && mean <= Math.min(MACHINE_GAP_MS, settings.gapMs)) return 'code';
  return state.gaps > 0 && mean < scannerGap(settings) && isEven(state, endGap, 0.5) ? 'code' : 'person';
}

/** In a note the person has priority: only keys that no typist can type are taken from the field. */
function judgeInWriting(
  state: BurstState,
  settings: BurstSettings,
  endGap: number,
  isExpected: IsExpected,
): BurstVerdict {
  const { text, gaps } = state;
  const mean = meanGap(state);
  if (state.prefixed)
    return (text.length >= settings.minLength || isExpected(text)) && mean <= TEXT_PREFIX_GAP_MS
      ? 'code'
      : 'person';
  const isLong = text.length >= settings.minLength;
  if (isLong && mean <= Math.min(MACHINE_GAP_MS, settings.gapMs)) return 'code';
  if (isLong && isCodeLike(text)) {
    if (mean < TYPIST_GAP_MS && isEven(state, endGap, 0.4)) return 'code';
    const learned = settings.learnedGapMs;
    const isLearned = learned !== null && Math.abs(mean - learned) <= learned * 0.3;
    return isLearned && isEven(state, endGap, 0.2) ? 'code' : 'person';
  }
  if (isLong || gaps === 0) return 'person';
  if (isExpected(text) && meanWithEnd(state, endGap) < TYPIST_GAP_MS && isEven(state, endGap, 0))
    return 'code';
  return Math.max(state.longestGap, endGap) <= INHUMAN_GAP_MS ? 'short' : 'person';
}

/**
 * Decide who typed these keys and whether they are a code; `endGap` is the time between the last key and the
 * end.
 */
export function judgeBurst(
  state: BurstState,
  settings: BurstSettings,
  endGap: number,
  isExpected: IsExpected,
): BurstVerdict {
  if (state.broken) return 'incomplete';
  if (isCertain(state, settings) || (state.prefixed && state.place !== 'writing'))
    return state.text === '' ? 'incomplete' : 'code';
  const judge = { page: judgeOnPage, 'scan-field': judgeInScanField, writing: judgeInWriting }[state.place];
  return judge(state, settings, endGap, isExpected);
}
