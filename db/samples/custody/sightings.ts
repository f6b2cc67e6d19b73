import { event } from '#db/records/events/event.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ChainEvent, lastPlacing, placeOf, timeOf } from './custody-chain.ts';
import { type CustodyState, custodyOf } from './custody-of.ts';

/** The whereabouts of a sample: its own events, the scans that saw it, the newest placing, its custody. */
export interface Sightings {
  /** The sample's own events. */
  events: ChainEvent[];
  /** Those and the scans of its container that saw it there. */
  timeline: ChainEvent[];
  placed: ChainEvent | undefined;
  custody: CustodyState;
}

/**
 * Load the history of a sample. A scan of the whole container places each of its samples without an event for
 * each, so it counts as a placing too. `into` is the container of the current operation: a decision that gave
 * its position elsewhere to another sample does not apply there.
 */
export async function sightingsOf(tx: Transaction, sample: Sample, into?: string): Promise<Sightings> {
  const events: ChainEvent[] = await tx.find(event, { targetId: sample.id });
  const { storageLocationId: place } = sample;
  const scans =
    place === null ? [] : scansThatSaw(await tx.find(event, { targetId: place }), sample.id).sort(byInstant);
  const scan = scans.at(-1);
  const lostInOtherPlace = (one: ChainEvent) =>
    into !== undefined && hasLostPosition(one) && placeOf(one)?.containerId !== into;
  const own = lastPlacing(events.filter((one) => !lostInOtherPlace(one)));
  const latestPlacing = scan && (!own || scan.occurredAt > timeOf(own)) ? scan : own;
  const timeline = [...events, ...scans];
  return { events, timeline, placed: latestPlacing, custody: custodyOf(timeline) };
}

// A person decided that another sample has its position.
const hasLostPosition = (one: ChainEvent): boolean =>
  one.data['decided'] === true && placeOf(one)?.position === null;

/** Find the newest scan of a whole container. */
export const lastScan = (events: readonly ChainEvent[]): ChainEvent | undefined =>
  events
    .filter((one) => one.type === 'CONTAINER_SCANNED' && one.data['whole'] !== false)
    .sort(byInstant)
    .at(-1);

const byInstant = (a: ChainEvent, b: ChainEvent): number =>
  a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : a.id < b.id ? -1 : 1;

const scansThatSaw = (events: readonly ChainEvent[], sampleId: string): ChainEvent[] =>
  events.filter((one) => {
    const scannedIds = one.data['sampleIds'];
    return one.type === 'CONTAINER_SCANNED' && Array.isArray(scannedIds) && scannedIds.includes(sampleId);
  });
