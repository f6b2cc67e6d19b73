import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { DigestRequest } from '#db/sync/wire.ts';
import { storedDocuments } from '#pwa/replica/rxdb-internals.ts';
import { readPosition } from '#pwa/replica/sync/feed-storage.ts';
import type { SyncApi } from '#pwa/replica/sync/sync-api.ts';
import type { ReplicaStore } from './database.ts';
import { writeMeta } from './side-store.ts';

/**
 * Compare this device with the server and name the collections that differ; undefined when the feed is not at
 * its head.
 */
export async function compareWithServer(
  store: ReplicaStore,
  api: SyncApi,
): Promise<readonly CollectionName[] | undefined> {
  const position = await readPosition(store.side);
  if (!position) return undefined;
  const collections: DigestRequest['collections'] = {};
  for (const collection of COLLECTIONS) collections[collection] = await digestOf(store, collection);
  try {
    const { differ } = await api.digest({ ...position, collections });
    return differ;
  } catch (error) {
    if (error instanceof AppError && error.code === 'CURSOR_BEHIND') return undefined;
    throw error;
  }
}

/** How many documents a device stores, by collection. */
export type DocumentCounts = Readonly<Record<CollectionName, number>>;

/** Count the documents of every collection, which opens them all; for the settings, not for scans. */
export async function countDocuments(store: ReplicaStore): Promise<DocumentCounts> {
  const counts = await Promise.all(
    COLLECTIONS.map((collection) => store.readModel(collection).count().exec()),
  );
  // The marked edge: the names of a tuple do not survive its entries.
  return Object.fromEntries(COLLECTIONS.map((collection, k) => [collection, counts[k]])) as DocumentCounts;
}

async function digestOf(
  store: ReplicaStore,
  collection: CollectionName,
): Promise<{ count: number; hash: string }> {
  const documents = await storedDocuments(store.readModel(collection));
  const lines = documents.map((document) => `${document.id}|${document.rev}`).sort();
  return { count: lines.length, hash: await sha256(lines.join('\n')) };
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Record for support that this device differed from the server; the documents are pulled again. */
export async function noteIncident(
  store: ReplicaStore,
  differ: readonly CollectionName[],
  now: number,
): Promise<void> {
  await writeMeta(store.side, `incident|${now}`, { at: new Date(now).toISOString(), differ });
}
