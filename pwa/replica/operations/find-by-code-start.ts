import { normalCode } from '#pwa/replica/store/scan-codes.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { findByCode, readDocument, type ShownDocument } from './read-view.ts';

/** Shorter starts match half of the device. */
const MIN_START = 2;
/** The most codes that are read; the wells of a customer's plate share one. */
const MAX_CODES = 60;
/** The most documents that are read of them. */
const MAX_DOCUMENTS = 24;

/** Find documents with a code that starts with a text, those with exactly this code first; bounded by the index. */
export async function findByCodeStart(replica: Replica, text: string): Promise<ShownDocument[]> {
  const start = normalCode(text);
  if (start.length < MIN_START || start.startsWith('#')) return [];
  const [exact, entries] = await Promise.all([
    // Codes of waiting operations are found by the whole code only.
    findByCode(replica, start),
    replica.store.side.codes.where('code').startsWith(start).limit(MAX_CODES).toArray(),
  ]);
  const places = new Map(entries.map((entry) => [`${entry.collection}|${entry.id}`, entry]));
  const read = await Promise.all(
    [...places.values()]
      .slice(0, MAX_DOCUMENTS)
      .map(({ collection, id }) => readDocument(replica, collection, id)),
  );
  const known = new Set(exact.map(({ id }) => id));
  return [...exact, ...read.flatMap((one) => (one && !known.has(one.id) ? [one] : []))];
}
