import {
  type BurstSettings,
  type BurstState,
  burstTimeout,
  charOf,
  controlCharOf,
  controlLineEndOf,
  EMPTY_BURST,
  GS,
  isBurst,
  isCertain,
  isEmpty,
  isModifier,
  keyName,
  keyTimeout,
  lineEndOf,
  MACHINE_GAP_MS,
  meanGap,
  PREFIX_TIMEOUT_MS,
  SPLIT_MS,
  type TimedKey,
  widerPlace,
} from './burst-state.ts';
import { type IsExpected, judgeBurst, type UnreadReason } from './judge-burst.ts';

/** The end of a burst of keys: a code, or an unreadable burst. */
export type BurstOutcome =
  | { kind: 'code'; text: string }
  | { kind: 'unread'; reason: UnreadReason; text: string };

/** The handling of a key. */
type KeyFate =
  /** The page gets the key. */
  | 'pass'
  /** The key is the scanner's: the page never gets it. */
  | 'swallow'
  /** The key may be the scanner's: the page gets it when the keys turn out to be a person's. */
  | 'hold';

export interface BurstStep {
  state: BurstState;
  outcome: BurstOutcome | null;
  fate: KeyFate;
  /** The held keys are a person's and reach the page before this key. */
  release: boolean;
  /** This key begins a new burst: the field's text before it must survive a scan. */
  began: boolean;
}

const GROUP_SEPARATOR = 'Ctrl+]';

const nothingExpected: IsExpected = () => false;

const step = (state: BurstState, fate: KeyFate, changes: Partial<BurstStep> = {}): BurstStep => ({
  state,
  outcome: null,
  fate,
  release: false,
  began: false,
  ...changes,
});

const toPerson = (): BurstStep => step(EMPTY_BURST, 'pass', { release: true });

const unread = (state: BurstState, reason: UnreadReason): BurstOutcome => ({
  kind: 'unread',
  reason,
  text: state.before + state.text,
});

/** End an open burst when another key shows that its end will never arrive. */
const leftOver = (state: BurstState, settings: BurstSettings): BurstOutcome | null =>
  isBurst(state, settings) ? unread(state, 'incomplete') : null;

/** The key is a person's, and the burst before it is over. */
function personsKey(state: BurstState, settings: BurstSettings): BurstStep {
  const outcome = leftOver(state, settings);
  return step(EMPTY_BURST, 'pass', { outcome, release: outcome === null });
}

const placeOf = (pressed: TimedKey): BurstState['place'] => pressed.place ?? 'page';

const fateOfChar = (state: BurstState, pressed: TimedKey, settings: BurstSettings): KeyFate => {
  if (isCertain(state, settings) || state.broken) return 'swallow';
  return placeOf(pressed) === 'page' ? 'hold' : 'pass';
};

function startOver(state: BurstState, char: string, pressed: TimedKey, settings: BurstSettings): BurstStep {
  const { at } = pressed;
  const place = placeOf(pressed);
  const outcome = leftOver(state, settings);
  // A person's text in a note is no start of a code; elsewhere, text before a scan may be.
  const isBeginning =
    !isEmpty(state) && !state.prefixed && !outcome && place !== 'writing' && at - state.lastAt <= SPLIT_MS;
  const before = isBeginning ? state.before + state.text : '';
  const next = { ...EMPTY_BURST, text: char, before, place, lastAt: at, sincePause: 1 };
  return step(next, fateOfChar(next, pressed, settings), {
    outcome,
    release: outcome === null,
    began: !isBeginning,
  });
}

function grow(state: BurstState, char: string, pressed: TimedKey, settings: BurstSettings): BurstStep {
  const { at } = pressed;
  const gap = at - state.lastAt;
  const isPause = !state.prefixed && gap > keyTimeout(settings);
  const isLate = gap > burstTimeout(state, settings) || (isPause && state.paused);
  if (isEmpty(state) || isLate) return startOver(state, char, pressed, settings);
  const next: BurstState = {
    ...state,
    text: state.text + char,
    place: widerPlace(state.place, placeOf(pressed)),
    lastAt: at,
    gapSum: state.gapSum + (isPause ? 0 : gap),
    gaps: state.gaps + (isPause ? 0 : 1),
    shortestGap: isPause ? state.shortestGap : Math.min(state.shortestGap, gap),
    longestGap: isPause ? state.longestGap : Math.max(state.longestGap, gap),
    paused: state.paused || isPause,
    sincePause: isPause ? 1 : state.sincePause + 1,
  };
  return step(next, fateOfChar(next, pressed, settings));
}

/** Keys within this time after the end of a scan belong to its end: CR and LF, or Tab and Enter. */
const belongsToEnd = (state: BurstState, { at }: TimedKey, settings: BurstSettings): boolean =>
  isEmpty(state) && at - state.endedAt <= keyTimeout(settings);

const finishBurst = (outcome: BurstOutcome, at: number): BurstStep =>
  step({ ...EMPTY_BURST, endedAt: at }, 'swallow', { outcome });

function endBurst(
  state: BurstState,
  end: 'Enter' | 'Tab',
  pressed: TimedKey,
  settings: BurstSettings,
  isExpected: IsExpected,
): BurstStep {
  const { at } = pressed;
  if (belongsToEnd(state, pressed, settings)) return step({ ...EMPTY_BURST, endedAt: at }, 'swallow');
  if (isEmpty(state)) {
    if (at - state.unreadableAt > keyTimeout(settings)) return toPerson();
    return finishBurst(unread(state, 'incomplete'), at);
  }
  const gap = at - state.lastAt;
  if (gap > burstTimeout(state, settings)) return personsKey(state, settings);
  const complete = { ...state, place: widerPlace(state.place, placeOf(pressed)) };
  const verdict = judgeBurst(complete, settings, gap, isExpected);
  if (verdict === 'person') return toPerson();
  // A line end other than the configured one is part of the code.
  if ((settings.suffix === 'Enter' || settings.suffix === 'Tab') && settings.suffix !== end)
    return { ...grow(state, end === 'Tab' ? '\t' : '\r', pressed, settings), fate: 'swallow' };
  if (verdict !== 'code') return finishBurst(unread(state, verdict), at);
  return finishBurst({ kind: 'code', text: state.before + state.text }, at);
}

/** Check whether a key that writes nothing arrives within a scanner's burst. */
function isInsideBurst(state: BurstState, pressed: TimedKey, settings: BurstSettings): boolean {
  if (!isBurst(state, settings)) return false;
  const gap = pressed.at - state.lastAt;
  if (state.prefixed) return gap <= PREFIX_TIMEOUT_MS;
  const rhythm = state.place === 'page' ? keyTimeout(settings) : MACHINE_GAP_MS;
  return gap <= Math.min(rhythm, Math.max(MACHINE_GAP_MS, meanGap(state) * 2));
}

/** Handle a key that neither writes nor ends a line, for example an arrow or a shortcut. */
function otherKey(state: BurstState, pressed: TimedKey, settings: BurstSettings): BurstStep {
  const { at } = pressed;
  if (pressed.key === 'Unidentified') {
    if (!isEmpty(state)) return step(state, 'pass');
    return step({ ...EMPTY_BURST, unreadableAt: at }, 'pass');
  }
  if (belongsToEnd(state, pressed, settings)) return step({ ...EMPTY_BURST, endedAt: at }, 'swallow');
  if (isInsideBurst(state, pressed, settings)) return step({ ...state, broken: true, lastAt: at }, 'swallow');
  return personsKey(state, settings);
}

/** A single space presses a button; within a code it comes soon after another key. */
const isPersonsSpace = (state: BurstState, pressed: TimedKey, settings: BurstSettings): boolean =>
  pressed.key === ' ' &&
  placeOf(pressed) === 'page' &&
  (isEmpty(state) || pressed.at - state.lastAt > burstTimeout(state, settings));

function beginAfterPrefix(state: BurstState, pressed: TimedKey, settings: BurstSettings): BurstStep {
  const prefixed: BurstState = {
    ...EMPTY_BURST,
    prefixed: true,
    place: placeOf(pressed),
    lastAt: pressed.at,
  };
  const outcome = leftOver(state, settings);
  const fate = settings.prefix.length > 1 ? 'swallow' : fateOfChar(prefixed, pressed, settings);
  return step(prefixed, fate, { outcome, release: outcome === null, began: true });
}

const isPrefix = (state: BurstState, pressed: TimedKey, settings: BurstSettings): boolean => {
  if (settings.prefix === '' || keyName(pressed) !== settings.prefix) return false;
  // A printable prefix may also occur in the code.
  const isInside = state.prefixed && state.text !== '' && pressed.at - state.lastAt <= keyTimeout(settings);
  return settings.prefix.length > 1 || !isInside;
};

/** Process one key: decide its handling and whether a burst of keys has ended. */
export function stepBurst(
  state: BurstState,
  pressed: TimedKey,
  settings: BurstSettings,
  isExpected: IsExpected = nothingExpected,
): BurstStep {
  if (isModifier(pressed.key)) return step(state, 'pass');
  if (pressed.repeat) return toPerson();
  if (isPrefix(state, pressed, settings)) return beginAfterPrefix(state, pressed, settings);
  const end = lineEndOf(pressed);
  if (end) return endBurst(state, end, pressed, settings, isExpected);
  if (isPersonsSpace(state, pressed, settings)) return personsKey(state, settings);
  const char = charOf(pressed);
  if (char !== null) return grow(state, char, pressed, settings);
  if (keyName(pressed) === GROUP_SEPARATOR) {
    const grown = grow(state, GS, pressed, settings);
    return grown.state.text.length > 1 ? { ...grown, fate: 'swallow' } : grown;
  }
  const controlEnd = controlLineEndOf(pressed);
  if (controlEnd && (isInsideBurst(state, pressed, settings) || belongsToEnd(state, pressed, settings)))
    return endBurst(state, controlEnd, pressed, settings, isExpected);
  const control = controlCharOf(pressed);
  // This is a control character of the code; the page must not treat it as a shortcut.
  if (control !== null && isInsideBurst(state, pressed, settings))
    return { ...grow(state, control, pressed, settings), fate: 'swallow' };
  return otherKey(state, pressed, settings);
}

/** Indefinitely key a code is complete after a pause that is long for its own rhythm. */
const pauseThatEnds = (state: BurstState, settings: BurstSettings): number =>
  state.gaps === 0
    ? keyTimeout(settings)
    : Math.min(keyTimeout(settings) * 1.5, Math.max(100, meanGap(state) * 4));

/** Return the milliseconds without a key after which the state must be checked again, or null. */
export function decisionAfter(state: BurstState, settings: BurstSettings): number | null {
  if (isEmpty(state)) return null;
  if (settings.suffix === 'none' && state.text !== '') return pauseThatEnds(state, settings);
  if (state.prefixed) return PREFIX_TIMEOUT_MS;
  if (isBurst(state, settings)) return SPLIT_MS;
  return state.place === 'page' ? keyTimeout(settings) : null;
}

/**
 * Decide after that time without a key: a code that needs no end, a burst that lost its end, or a person's
 * keys.
 */
export function stepPause(
  state: BurstState,
  settings: BurstSettings,
  isExpected: IsExpected = nothingExpected,
): BurstStep {
  if (isEmpty(state)) return step(state, 'pass');
  if (settings.suffix === 'none' && state.text !== '') {
    const verdict = judgeBurst(state, settings, meanGap(state), isExpected);
    if (verdict === 'code')
      return step(EMPTY_BURST, 'pass', { outcome: { kind: 'code', text: state.before + state.text } });
    if (verdict !== 'person') return step(EMPTY_BURST, 'pass', { outcome: unread(state, verdict) });
    return step(state, 'pass', { release: true });
  }
  if (state.prefixed)
    return isCertain(state, settings) || state.place === 'page'
      ? step(EMPTY_BURST, 'pass', { outcome: unread(state, 'incomplete') })
      : toPerson();
  const outcome = leftOver(state, settings);
  // The rest may still arrive and belongs to the text before it.
  return outcome ? step(EMPTY_BURST, 'pass', { outcome }) : step(state, 'pass', { release: true });
}
