import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { event } from '#db/records/event.ts';
import type { EventType } from '#db/records/event-type.ts';

/** What the chain of custody needs of an event. */
export type ChainEvent = Pick<
  Row<typeof event>,
  'id' | 'type' | 'targetId' | 'occurredAt' | 'userId' | 'deviceId' | 'data'
>;
export type JsonData = Row<typeof event>['data'];

/** A place as an event remembers it, with the name that it had then. */
export interface PlaceThen {
  containerId: string | null;
  container: string | null;
  position: string | null;
}

const PLACED: readonly EventType[] = [
  'SAMPLE_MOVED',
  'SAMPLE_CHECKED_IN',
  'SAMPLE_DISPOSED',
  'SAMPLE_SENT_TO_CLIENT',
];
const HELD: readonly EventType[] = ['SAMPLE_CHECKED_OUT', 'SAMPLE_CUSTODY_TRANSFERRED'];
const CUSTODY: readonly EventType[] = [
  ...PLACED,
  ...HELD,
  'SAMPLE_CREATED',
  'SAMPLE_NOT_FOUND',
  'SAMPLE_DEPLETED',
];

/** The chain of custody: the custody events in the order in which they happened, whoever synced first. */
export const custodyChain = <E extends ChainEvent>(events: readonly E[]): E[] =>
  events.filter((one) => CUSTODY.includes(one.type)).sort(byTime);

const byTime = (a: ChainEvent, b: ChainEvent): number =>
  a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : a.id < b.id ? -1 : 1;

// An event of the kept slot alone says nothing of where the tube is: somebody holds it. Neither does a typed entry where
// somebody had scanned the tube elsewhere.
const standing = (one: ChainEvent): boolean =>
  one.data['withheld'] !== true && one.data['slotOnly'] !== true && one.data['beatenByScan'] !== true;

/** The newest event that says where the sample is; a typed one that a scan has put aside since does not. */
export function lastPlacing(events: readonly ChainEvent[]): ChainEvent | undefined {
  const beaten = new Set(events.map((one) => one.data['beats']).filter((id) => id !== undefined));
  return custodyChain(events).findLast(
    (one) => PLACED.includes(one.type) && standing(one) && !beaten.has(one.id),
  );
}

/** The newest event that says who holds the sample: a check-out or transfer, or a placing that ended it. */
export const lastHolding = (events: readonly ChainEvent[]): ChainEvent | undefined =>
  custodyChain(events).findLast(
    (one) => (PLACED.includes(one.type) || HELD.includes(one.type)) && standing(one),
  );

/** Since when the sample is missing, or null: it was not found and nobody has seen it since, there or elsewhere. */
export function missingSince(events: readonly ChainEvent[]): string | null {
  const chain = custodyChain(events).filter(standing);
  const looked = chain.findLastIndex((one) => one.type === 'SAMPLE_NOT_FOUND');
  const notFound = chain[looked];
  if (!notFound) return null;
  const seenSince = chain.slice(looked + 1).some((one) => one.type !== 'SAMPLE_NOT_FOUND');
  if (seenSince) return null;
  const placed = chain.findLast((one) => PLACED.includes(one.type));
  const placedIn = placed ? placeOf(placed)?.containerId : undefined;
  const lookedIn = notFound.data['containerId'];
  const elsewhere = placedIn !== undefined && typeof lookedIn === 'string' && placedIn !== lookedIn;
  return elsewhere ? null : notFound.occurredAt;
}

/** The place to which an event brought the sample. */
export function placeOf(one: ChainEvent): PlaceThen | null {
  const to = one.data['to'];
  if (typeof to !== 'object' || to === null || Array.isArray(to)) return null;
  return {
    containerId: textOf(to['containerId']),
    container: textOf(to['container']),
    position: textOf(to['position']),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A place in words: `Box 12, A3`. */
export const placeText = (place: PlaceThen | null): string =>
  place?.container
    ? [place.container, place.position].filter((part) => part !== null).join(', ')
    : 'no known place';

/** Who did it, by the name that they had then. */
export const doneBy = (one: ChainEvent): string => textOf(one.data['by']) ?? 'the system';

/** Who holds a sample after a check-out or transfer, by name. */
export const holderOf = (one: ChainEvent): string => textOf(one.data['toName']) ?? doneBy(one);

/**
 * Does the act that runs now come after that event? By the time at the bench; acts of one device in the order in which
 * it did them, even when its clock was set back.
 */
export function isLater(context: OperationContext, than: ChainEvent | undefined): boolean {
  if (!than) return true;
  if (than.deviceId !== null && than.deviceId === context.deviceId) return true;
  if (context.occurredAt !== than.occurredAt) return context.occurredAt > than.occurredAt;
  return context.operationId > (textOf(than.data['operationId']) ?? '');
}

/** Was that event somebody else's work, or this person's on another device? */
export const byOther = (context: OperationContext, one: ChainEvent): boolean =>
  one.userId !== context.actor.userId || one.deviceId !== context.deviceId;
