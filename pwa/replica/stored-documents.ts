import { normalizeMangoQuery, prepareQuery, type RxCollection, type RxDocumentData } from 'rxdb';
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';

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
