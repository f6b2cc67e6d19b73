import type { ScannerSettings } from './scanner-settings.ts';
import type { KeyPlace } from './timed-key.ts';

/** What has been typed so far and may become a code. */
export interface BurstState {
  text: string;
  /** Keys that came shortly before, too slowly to be sure: a code is never taken without its beginning. */
  before: string;
  prefixed: boolean;
  /** A key came that no code contains: the burst is not understood, and its rest reaches nobody. */
  broken: boolean;
  /** Where its keys went. One that went to the page decides for all, because nobody types words there. */
  place: KeyPlace;
  lastAt: number;
  /** Sum, number and extremes of the gaps between keys, without the one pause that a split code may have. */
  gapSum: number;
  gaps: number;
  shortestGap: number;
  longestGap: number;
  paused: boolean;
  sincePause: number;
  /** When the scan before ended: a second line end belongs to it. */
  endedAt: number;
  /** When an input method last sent a key that cannot be read. */
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

/** Keys that come this fast on average are no person's. */
export const MACHINE_GAP_MS = 35;
/** A fast beginning waits this long for its rest: a soft keyboard that pops up splits codes. */
export const SPLIT_MS = 1000;
/** After a prefix the rest may take its time, but not for ever. */
export const PREFIX_TIMEOUT_MS = 3000;

export const isEmpty = (state: BurstState): boolean => state.text === '' && !state.prefixed;

export const meanGap = (state: BurstState): number => (state.gaps === 0 ? 0 : state.gapSum / state.gaps);

/** A mean gap below this may be a scanner's where nobody types words; timers of a scanner are a little late. */
export const scannerGap = ({ gapMs }: BurstSettings): number => gapMs + 5;

/** How long a key may wait for the next before it is a key of its own. */
export const keyTimeout = ({ gapMs }: BurstSettings): number => gapMs * 2;

/** Nobody types the prefix by hand when it is no character: all until the end is the scanner's. */
export const isCertain = (state: BurstState, { prefix }: BurstSettings): boolean =>
  state.prefixed && prefix.length > 1;

const RANK: Record<KeyPlace, number> = { writing: 0, 'scan-field': 1, page: 2 };

/** The place that decides when the focus moved during a burst. */
export const widerPlace = (a: KeyPlace, b: KeyPlace): KeyPlace => (RANK[a] >= RANK[b] ? a : b);

/** Are these keys a scanner's already, before their end has come? */
export function isBurst(state: BurstState, settings: BurstSettings): boolean {
  if (state.broken || state.prefixed) return state.broken || isCertain(state, settings);
  const keys = state.text.length;
  const mean = meanGap(state);
  if (state.place === 'page')
    return (keys >= 3 && mean < scannerGap(settings)) || (keys === 2 && mean <= MACHINE_GAP_MS);
  return keys >= (state.place === 'scan-field' ? 3 : settings.minLength) && mean <= MACHINE_GAP_MS;
}

/** Could these keys still turn out to be a scanner's? */
export const mayBeScanner = (state: BurstState, settings: BurstSettings): boolean =>
  !isEmpty(state) && (state.prefixed || state.gaps === 0 || meanGap(state) < scannerGap(settings));

/** How long the state may wait for its next key before it is no longer one code. */
export function burstTimeout(state: BurstState, settings: BurstSettings): number {
  if (state.prefixed) return PREFIX_TIMEOUT_MS;
  const isFast = isBurst(state, settings) || (state.text.length >= 3 && meanGap(state) <= settings.gapMs);
  const mayPause = isFast && settings.suffix !== 'none' && (!state.paused || state.sincePause >= 2);
  return mayPause ? SPLIT_MS : keyTimeout(settings);
}
