import type { ScannerSettings } from './scanner-settings.ts';
import type { KeyPlace } from './timed-key.ts';

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
