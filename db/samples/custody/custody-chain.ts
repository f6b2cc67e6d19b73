import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { event } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';

/** The fields of an event that the chain of custody needs. */
export type ChainEvent = Pick<
  Row<typeof event>,
  'id' | 'type' | 'targetId' | 'occurredAt' | 'userId' | 'deviceId' | 'data'
>;
export type JsonData = Row<typeof event>['data'];

/** A place as an event stores it, with its name of that time. */
export interface PlaceSnapshot {
  containerId: string | null;
  container: string | null;
  position: string | null;
}

const PLACING_TYPES: readonly EventType[] = [
  'SAMPLE_MOVED',
  'SAMPLE_CHECKED_IN',
  'SAMPLE_DISPOSED',
  'SAMPLE_SENT_TO_CLIENT',
];
const HOLDING_TYPES: readonly EventType[] = ['SAMPLE_CHECKED_OUT', 'SAMPLE_CUSTODY_TRANSFERRED'];
const CUSTODY: readonly EventType[] = [
  ...PLACING_TYPES,
  ...HOLDING_TYPES,
  // A scan of a whole container places each of its samples without an event for each.
  'CONTAINER_SCANNED',
  'SAMPLE_CREATED',
  'SAMPLE_NOT_FOUND',
  'SAMPLE_DEPLETED',
];

/**
 * Return the chain of custody: the custody events in the order in which they happened, whichever synced
 * first.
 */
export const custodyChain = <E extends ChainEvent>(events: readonly E[]): E[] =>
  events.filter((one) => CUSTODY.includes(one.type)).sort(byTime);

/**
 * Return the instant at which an event counts: never before earlier events of its device, even when the
 * device clock was set back.
 */
export const timeOf = (one: ChainEvent): string => textOf(one.data['notBefore']) ?? one.occurredAt;

const byTime = (a: ChainEvent, b: ChainEvent): number => compare(keyOf(a), keyOf(b));
const keyOf = (one: ChainEvent): string[] => [timeOf(one), textOf(one.data['operationId']) ?? '', one.id];
function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, n) => part !== b[n]);
  return at === -1 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}

const idsNamedBy = (events: readonly ChainEvent[], key: 'beats' | 'confirms' | 'voids'): Set<string> =>
  new Set(
    events.flatMap(({ data }) => {
      const value = data[key];
      return [value].flat().filter((id) => typeof id === 'string');
    }),
  );

/** List the events that a person confirmed when two of them could not both be true. */
export const confirmedIds = (events: readonly ChainEvent[]): ReadonlySet<string> =>
  idsNamedBy(events, 'confirms');

/**
 * Build a check whether an event places the sample. Events about the reserved slot alone do not, because
 * somebody holds the sample; nor typed entries that a scan elsewhere beat, nor events that await a decision
 * or were decided against.
 */
export function hasCounted(events: readonly ChainEvent[]): (one: ChainEvent) => boolean {
  const [beaten, confirmed, voided] = [
    idsNamedBy(events, 'beats'),
    idsNamedBy(events, 'confirms'),
    idsNamedBy(events, 'voids'),
  ];
  return ({ id, data }) =>
    (data['withheld'] !== true || confirmed.has(id)) &&
    data['slotOnly'] !== true &&
    data['beatenByScan'] !== true &&
    // A decision is no sighting: it tells which of two sightings was true.
    data['confirms'] === undefined &&
    !beaten.has(id) &&
    !voided.has(id);
}

/** Find the newest event that places the sample; a typed one that a later scan overrode does not count. */
export const lastPlacing = (events: readonly ChainEvent[]): ChainEvent | undefined =>
  custodyChain(events)
    .filter(hasCounted(events))
    .findLast((one) => PLACING_TYPES.includes(one.type) && one.data['found'] !== true);

/** Find the newest event that sets the holder: a check-out or transfer, or a placing that ended it. */
export const lastHolding = (events: readonly ChainEvent[]): ChainEvent | undefined =>
  custodyChain(events)
    .filter(hasCounted(events))
    .findLast((one) => PLACING_TYPES.includes(one.type) || HOLDING_TYPES.includes(one.type));

/** Return the place to which an event brought the sample. */
export const placeOf = (one: ChainEvent): PlaceSnapshot | null => placeIn(one.data['to']);

/** Parse a place in an event's `from` or `to`. */
export function placeIn(value: JsonData[string] | undefined): PlaceSnapshot | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return {
    containerId: textOf(value['containerId']),
    container: textOf(value['container']),
    position: textOf(value['position']),
  };
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Format a place: `Box 12, A3`. */
export const placeText = (place: PlaceSnapshot | null): string =>
  place?.container
    ? [place.container, place.position].filter((part) => part !== null).join(', ')
    : 'unknown location';

/** Return the actor of an event, by the name of that time. */
export const doneBy = (one: ChainEvent): string => textOf(one.data['by']) ?? 'the system';

/** Return who holds a sample after a check-out or transfer, by name. */
export const holderOf = (one: ChainEvent): string => textOf(one.data['toName']) ?? doneBy(one);

/**
 * Check whether the current operation comes after that event: by the time at the bench, and for one device by
 * its own order, even when its clock was set back.
 */
export function isLater(context: OperationContext, than: ChainEvent | undefined): boolean {
  if (!than) return true;
  if (than.deviceId !== null && than.deviceId === context.deviceId) return true;
  if (context.occurredAt !== timeOf(than)) return context.occurredAt > timeOf(than);
  return context.operationId > (textOf(than.data['operationId']) ?? '');
}

/** Check whether an event is somebody else's work, or this person's on another device. */
export const byOther = (context: OperationContext, one: ChainEvent): boolean =>
  one.userId !== context.actor.userId || one.deviceId !== context.deviceId;
