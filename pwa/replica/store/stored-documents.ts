import { normalizeMangoQuery, prepareQuery, type RxCollection, type RxDocumentData } from 'rxdb';
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { DigestRequest } from '#db/sync/wire.ts';
import { readPosition } from '#pwa/replica/sync/feed-storage.ts';
import type { SyncApi } from '#pwa/replica/sync/sync-api.ts';
import type { ReplicaStore } from './database.ts';
import { writeMeta } from './side-store.ts';

/**
 * Read every document of a collection as it is stored now. RxDB's own queries use a cache that learns of
 * another tab's writes a moment later; decisions about sending must not depend on it.
 */
export async function storedDocuments<D>(collection: RxCollection<D>): Promise<RxDocumentData<D>[]> {
  const { storageInstance } = collection;
  const query = normalizeMangoQuery<D>(storageInstance.schema, {});
  const selector = { ...query.selector, _deleted: { $eq: false } };
  // Type assertion: RxDB types selectors by the fields of D and has no name for its own deletion mark.
  const prepared = prepareQuery<D>(storageInstance.schema, { ...query, selector } as typeof query);
  return (await storageInstance.query(prepared)).documents;
}

/** Return Dexie's own table of a collection. */
async function tableOf<D>(collection: RxCollection<D>) {
  // Type assertion: RxDB does not know which storage a collection has; here it is always Dexie's.
  const internals = collection.storageInstance.internals as RxStorageInstanceDexie<D>['internals'];
  return (await internals).dexieTable;
}

/** List the ids of a collection without reading its documents; removed documents may be included. */
export async function storedIds<D>(collection: RxCollection<D>): Promise<string[]> {
  const keys = await (await tableOf(collection)).toCollection().primaryKeys();
  return keys.map(String);
}

/** Check whether the collection holds any document; removed documents count until they are cleaned up. */
export async function holdsDocuments<D>(collection: RxCollection<D>): Promise<boolean> {
  const keys = await (await tableOf(collection)).limit(1).primaryKeys();
  return keys.length > 0;
}

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
