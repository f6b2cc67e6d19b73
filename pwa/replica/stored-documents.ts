import { normalizeMangoQuery, prepareQuery, type RxCollection, type RxDocumentData } from 'rxdb';
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';

/**
 * Every document of a collection as it is stored now. RxDB's own queries answer from a cache that learns of another
 * tab's writes a moment later; what decides about sending must not.
 */
export async function storedDocuments<D>(collection: RxCollection<D>): Promise<RxDocumentData<D>[]> {
  const { storageInstance } = collection;
  const query = normalizeMangoQuery<D>(storageInstance.schema, {});
  const selector = { ...query.selector, _deleted: { $eq: false } };
  // The marked edge: RxDB types selectors by the fields of D and has no name for its own mark of deletion.
  const prepared = prepareQuery<D>(storageInstance.schema, { ...query, selector } as typeof query);
  return (await storageInstance.query(prepared)).documents;
}

/** Dexie's own table of a collection. */
async function tableOf<D>(collection: RxCollection<D>) {
  // The marked edge: RxDB does not know which storage a collection has; here it is always Dexie's.
  const internals = collection.storageInstance.internals as RxStorageInstanceDexie<D>['internals'];
  return (await internals).dexieTable;
}

/** The ids of a collection, without reading its documents; those that were taken off the device may be among them. */
export async function storedIds<D>(collection: RxCollection<D>): Promise<string[]> {
  const keys = await (await tableOf(collection)).toCollection().primaryKeys();
  return keys.map(String);
}

/** Does the collection hold anything at all? What was taken off the device counts until it is cleared away. */
export async function holdsDocuments<D>(collection: RxCollection<D>): Promise<boolean> {
  const keys = await (await tableOf(collection)).limit(1).primaryKeys();
  return keys.length > 0;
}
