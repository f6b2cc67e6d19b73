import { CheckOutPurpose } from '#db/samples/sample.ts';
import {
  type ChainEvent,
  confirmedIds,
  custodyChain,
  hasCounted,
  placeOf,
  textOf,
  timeOf,
} from './custody-chain.ts';

/** The holder of a sample, since when and for what purpose. */
export interface Custody {
  event: ChainEvent;
  userId: string;
  since: string;
  purpose: CheckOutPurpose;
  dueBackAt: string | null;
}

/** The custody of a sample by its whole history, whichever event arrived first. */
export interface CustodyState {
  held: Custody | null;
  /**
   * A typed check-out while somebody else held the sample: a person decides who has it (domain 5.11, case 5).
   */
  disputed: ChainEvent | null;
  /** The search that did not find the sample, unless it was seen since. */
  notFound: ChainEvent | null;
  /** The last scan of its whole container that did not see it, unless it was seen since. */
  unscanned: ChainEvent | null;
}

interface Replay extends CustodyState {
  place: string | null | undefined;
  /** Disposed of or sent away, so that not finding it is correct. */
  hasLeftLab: boolean;
  confirmed: ReadonlySet<string>;
}

/**
 * Replay the events of a sample, and the container scans that saw it, in the order of the clock (domain 5.1,
 * precedence b): the result does not depend on the order of arrival.
 */
export function custodyOf(events: readonly ChainEvent[]): CustodyState {
  const chain = custodyChain(events).filter(hasCounted(events));
  const replay: Replay = {
    held: null,
    disputed: null,
    notFound: null,
    unscanned: null,
    place: firstPlace(chain),
    hasLeftLab: false,
    confirmed: confirmedIds(events),
  };
  for (const one of chain) STEPS[one.type]?.(replay, one);
  const { held: currentHold, disputed, notFound, unscanned } = replay;
  return { held: currentHold, disputed, notFound, unscanned };
}

// Find the place of the sample before its first move; an event that arrived too late recorded another place.
const firstPlace = (chain: readonly ChainEvent[]): string | null | undefined => {
  const first = chain.find((one) => one.data['superseded'] !== true && one.data['to'] !== undefined);
  const from = first?.data['from'];
  return typeof from === 'object' && from !== null && !Array.isArray(from)
    ? textOf(from['containerId'])
    : undefined;
};

type Step = (replay: Replay, one: ChainEvent) => void;

const see: Step = (replay, one) => {
  // A decision about the slot alone and an undo change no custody: whoever has the sample in hand keeps it.
  if (one.type === 'SAMPLE_MOVED' && one.data['decided'] === true) {
    if (placeOf(one)?.position !== null) show(replay, one);
    return;
  }
  if (one.data['undoOf'] !== undefined && replay.held && replay.held.event.data['boxId'] === undefined) {
    replay.place = placeOf(one)?.containerId ?? replay.place;
    return show(replay, one);
  }
  Object.assign(replay, { held: null, disputed: null, notFound: null, unscanned: null });
  replay.hasLeftLab = one.type === 'SAMPLE_DISPOSED' || one.type === 'SAMPLE_SENT_TO_CLIENT';
  if (one.data['found'] !== true) replay.place = placeOf(one)?.containerId ?? replay.place;
};

const hold: Step = (replay, one) => {
  const { held: currentHold, place } = replay;
  const userId = textOf(one.data['toUserId']) ?? one.userId;
  const box = textOf(one.data['boxId']);
  if (userId === null) return;
  const other = currentHold !== null && currentHold.userId !== userId;
  // A sample that was not in the box, because it was elsewhere or somebody held it, did not leave with the
  // box.
  if (box !== null && (other || (place !== undefined && place !== box))) return;
  Object.assign(replay, { notFound: null, unscanned: null });
  if (other && one.data['typed'] === true && !replay.confirmed.has(one.id)) {
    replay.disputed = one;
    return;
  }
  const purpose = CheckOutPurpose.safeParse(one.data['purpose']).data;
  replay.held = {
    event: one,
    userId,
    since: box !== null ? timeOf(one) : one.occurredAt,
    purpose: purpose ?? currentHold?.purpose ?? 'TRANSFER',
    dueBackAt:
      textOf(one.data['dueBackAt']) ??
      (isSameOperation(one, currentHold) ? (currentHold?.dueBackAt ?? null) : null),
  };
  replay.disputed = null;
};

// Check whether an event names the earlier holder in the same operation as the check-out.
const isSameOperation = (one: ChainEvent, currentHold: Custody | null): boolean =>
  currentHold !== null && one.data['operationId'] === currentHold.event.data['operationId'];

const search: Step = (replay, one) => {
  const lookedIn = textOf(one.data['containerId']);
  const leftFromOtherPlace =
    one.data['recordedPlace'] !== true &&
    lookedIn !== null &&
    typeof replay.place === 'string' &&
    replay.place !== lookedIn;
  if (replay.held !== null || replay.hasLeftLab || leftFromOtherPlace || one.data['superseded'] === true)
    return;
  replay.notFound = one;
  if (one.data['wholeScan'] === true) replay.unscanned = one;
};

const show: Step = (replay) => {
  Object.assign(replay, { notFound: null, unscanned: null });
};

const STEPS: Partial<Record<ChainEvent['type'], Step>> = {
  SAMPLE_MOVED: see,
  SAMPLE_CHECKED_IN: see,
  SAMPLE_DISPOSED: see,
  SAMPLE_SENT_TO_CLIENT: see,
  CONTAINER_SCANNED: see,
  SAMPLE_CHECKED_OUT: hold,
  SAMPLE_CUSTODY_TRANSFERRED: hold,
  SAMPLE_NOT_FOUND: search,
  SAMPLE_CREATED: show,
  SAMPLE_DEPLETED: show,
};

/**
 * Return since when the sample is missing: a search did not find it and nobody has seen it since; null
 * otherwise.
 */
export const missingSince = (events: readonly ChainEvent[]): string | null =>
  missingTime(custodyOf(events).notFound);

const missingTime = (one: ChainEvent | null): string | null => (one ? timeOf(one) : null);
