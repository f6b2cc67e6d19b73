import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ChainEvent, lastHolding, lastPlacing } from './custody-chain.ts';
import type { Sample } from './sample.ts';

/** What is known of a sample's whereabouts: its own events, the newest placing, the newest holding. */
export interface Sightings {
  events: ChainEvent[];
  placed: ChainEvent | undefined;
  held: ChainEvent | undefined;
}

/**
 * Reads a sample's history. A scan of the whole container says where each of its samples is without an event for each,
 * so it counts as a placing too.
 */
export async function sightingsOf(tx: Transaction, sample: Sample): Promise<Sightings> {
  const events: ChainEvent[] = await tx.find(event, { targetId: sample.id });
  const scan =
    sample.storageLocationId === null ? undefined : await lastScan(tx, sample.storageLocationId, sample.id);
  const own = lastPlacing(events);
  const placed = scan && (!own || scan.occurredAt > own.occurredAt) ? scan : own;
  return { events, placed, held: lastHolding(events) };
}

/** The newest scan of a container; with a sample, the newest that saw it there. */
export async function lastScan(
  tx: Transaction,
  containerId: string,
  sampleId?: string,
): Promise<ChainEvent | undefined> {
  const events: ChainEvent[] = await tx.find(event, { targetId: containerId });
  const scans = events.filter((one) => one.type === 'CONTAINER_SCANNED' && one.data['whole'] !== false);
  const seen = sampleId === undefined ? scans : scansThatSaw(events, sampleId);
  return seen
    .sort((a, b) =>
      a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : a.id < b.id ? -1 : 1,
    )
    .at(-1);
}

const scansThatSaw = (events: readonly ChainEvent[], sampleId: string): ChainEvent[] =>
  events.filter((one) => {
    const seen = one.data['sampleIds'];
    return one.type === 'CONTAINER_SCANNED' && Array.isArray(seen) && seen.includes(sampleId);
  });
