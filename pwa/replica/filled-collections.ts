import { z } from 'zod';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { ReplicaStore } from './database.ts';
import { readMeta, writeMeta } from './side-store.ts';
import { holdsDocuments } from './stored-documents.ts';

// Each collection is a separate IndexedDB database, and a browser may delete one while the cursor remains.
const FILLED = 'filled';

async function filled(store: ReplicaStore): Promise<CollectionName[]> {
  const hasDocuments = await Promise.all(COLLECTIONS.map((name) => holdsDocuments(store.readModel(name))));
  return COLLECTIONS.filter((_, at) => hasDocuments[at]);
}

/** Record which collections hold documents. */
export const noteFilled = async (store: ReplicaStore): Promise<void> =>
  writeMeta(store.side, FILLED, await filled(store));

/**
 * Check whether a collection is empty that held documents when the app was last open; the browser may have
 * evicted it.
 */
export async function isEmptied(store: ReplicaStore): Promise<boolean> {
  const before = (await readMeta(store.side, FILLED, z.array(z.string()))) ?? [];
  if (before.length === 0) return false;
  const now: readonly string[] = await filled(store);
  return before.some((name) => !now.includes(name));
}
