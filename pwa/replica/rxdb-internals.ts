// The only file that reaches into RxDB and its Dexie storage. Everything here is outside of RxDB's documented
// interface: rxdb-internals.device.test.ts fails when the installed version changes it.

import type { Dexie, Table } from 'dexie';
import {
  type BulkWriteRow,
  type MangoQuery,
  normalizeMangoQuery,
  prepareQuery,
  type RxCollection,
  type RxDocumentData,
  type RxStorageInstanceCreationParams,
} from 'rxdb';
import { RxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';

/**
 * Reads for one step of a scan go directly to IndexedDB: Dexie's own transactions wait for their end and pass
 * every answer through several event-loop turns, which is most of a look-up's time on a slow handheld. While
 * Dexie has no open connection, the read goes through Dexie, which opens one or reports the error.
 */
const storeOf = (database: Dexie, table: string): IDBObjectStore | undefined =>
  (database.backendDB() as IDBDatabase | null)?.transaction(table, 'readonly').objectStore(table);

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The local store gave no answer.'));
    const { transaction } = request;
    // A lost connection ends the transaction, and some browsers then never answer its requests.
    if (transaction)
      transaction.onabort = () => reject(transaction.error ?? new Error('The local store gave no answer.'));
  });

/** Read the stored row of a key. */
async function readByKey<T>(database: Dexie, table: Table<T>, key: string): Promise<T | undefined> {
  const store = storeOf(database, table.name);
  return store ? answerOf<T | undefined>(store.get(key)) : table.get(key);
}

/** Read the stored rows whose index has this value. */
export async function readByIndex<T>(
  database: Dexie,
  table: Table<T>,
  index: string,
  value: string,
): Promise<T[]> {
  const store = storeOf(database, table.name);
  return store ? answerOf<T[]>(store.index(index).getAll(value)) : table.where(index).equals(value).toArray();
}

/** A document as the storage returns it, with the storage's own fields. */
export type StoredDocument<D> = RxDocumentData<D>;
/** A document to write, and the one that it replaces. */
export type WriteRow<D> = BulkWriteRow<D>;
/** A document that could not be written: 409 if another one is stored, otherwise a failure of the storage. */
export interface WriteFailure {
  documentId: string;
  status: number;
}

/** The context of writes of a first load, whose documents are not in the store yet. */
export const FIRST_LOAD = 'feed-first-load';

/** Return the name under which the storage keeps a collection of schema version 0. */
export const indexedDbNameOf = (databaseName: string, collection: string): string =>
  `rxdb-dexie-${databaseName}--0--${collection}`;

/**
 * RxDB's Dexie storage with a faster write path for a first load. The usual path reads every id before it
 * writes and copies every document twice; in an empty store both are unnecessary.
 */
export class FeedStorage extends RxStorageDexie {
  override async createStorageInstance<D>(params: RxStorageInstanceCreationParams<D, object>) {
    const instance = await super.createStorageInstance<D>(params);
    const usual = instance.bulkWrite.bind(instance);
    instance.bulkWrite = async (rows, context) => {
      if (context !== FIRST_LOAD || !(await added(instance, rows))) return usual(rows, context);
      emitChanges(instance, rows);
      return { error: [] };
    };
    return instance;
  }
}

/**
 * Insert all rows in one transaction; false when one of them exists already, and then nothing was written.
 */
async function added<D>(instance: RxStorageInstanceDexie<D>, rows: WriteRow<D>[]): Promise<boolean> {
  const { dexieDb, dexieTable } = await instance.internals;
  // The storage keeps its rows in this form because IndexedDB cannot index a boolean.
  const storedRows = rows.map(({ document }) => ({ ...document, _deleted: '0' }));
  try {
    await dexieDb.transaction('rw', dexieTable, () => dexieTable.bulkAdd(storedRows));
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

// Dexie reports the name of the first failure; a full disk or a lost connection has a different name.
const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'BulkError' &&
  'failures' in error &&
  Array.isArray(error.failures) &&
  error.failures.every((failure) => failure instanceof Error && failure.name === 'ConstraintError');

/**
 * Announce the change of a collection, here and in other tabs, by its newest document alone: the read models
 * are read from their tables, so listeners need no content, and a full page would be copied once more for
 * each tab.
 */
function emitChanges<D>(instance: RxStorageInstanceDexie<D>, rows: WriteRow<D>[]): void {
  const newest = rows.at(-1)?.document;
  if (!newest) return;
  const documentId = String(newest[instance.primaryPath]);
  // Type assertion: the storage exposes its stream of changes in no other way.
  instance['changes$'].next({
    id: `${FIRST_LOAD}-${documentId}-${newest._rev}-${newest._meta.lwt}`,
    context: FIRST_LOAD,
    checkpoint: { id: documentId, lwt: newest._meta.lwt },
    events: [{ operation: 'INSERT', documentId, documentData: newest, previousDocumentData: undefined }],
  });
}

/** Return Dexie's own database and table of a collection. */
async function dexieOf<D>(collection: RxCollection<D>) {
  // Type assertion: RxDB does not know which storage a collection has; here it is always Dexie's.
  const internals = collection.storageInstance.internals as RxStorageInstanceDexie<D>['internals'];
  return await internals;
}

/** A row as IndexedDB keeps it: the deletion mark in a form that an index can hold. */
type StoredRow<D> = D & { _deleted: '0' | '1' };

/** Read one document directly from IndexedDB; undefined when it is absent or removed. */
export async function storedDocument<D>(collection: RxCollection<D>, id: string): Promise<D | undefined> {
  const { dexieDb, dexieTable } = await dexieOf(collection);
  const row = await readByKey<StoredRow<D>>(dexieDb, dexieTable, id);
  return row?._deleted === '1' ? undefined : row;
}

/** Read the documents with these ids, as a write must name them; absent ones are left out. */
export const storedById = <D>(collection: RxCollection<D>, ids: string[]): Promise<StoredDocument<D>[]> =>
  collection.storageInstance.findDocumentsById(ids, false);

/**
 * Read documents by a query that names its index. RxDB's own queries use a cache that learns of another tab's
 * writes a moment later; decisions about sending must not depend on it.
 */
export async function queryStored<D>(
  collection: RxCollection<D>,
  mango: MangoQuery<D> & { index?: string[] },
): Promise<StoredDocument<D>[]> {
  const { storageInstance } = collection;
  const query = normalizeMangoQuery<D>(storageInstance.schema, mango);
  // RxDB's own queries also put the deletion mark in front of every index.
  const selector = { ...query.selector, _deleted: { $eq: false } };
  const index = query.index ? { index: ['_deleted', ...[query.index].flat()] } : {};
  // Type assertion: RxDB types selectors by the fields of D and has no name for its own deletion mark.
  const prepared = prepareQuery<D>(storageInstance.schema, { ...query, selector, ...index } as typeof query);
  return (await storageInstance.query(prepared)).documents;
}

/** Read every document of a collection as it is stored now. */
export const storedDocuments = <D>(collection: RxCollection<D>): Promise<StoredDocument<D>[]> =>
  queryStored(collection, {});

/** List the ids of a collection without reading its documents; removed documents may be included. */
export async function storedIds<D>(collection: RxCollection<D>): Promise<string[]> {
  const keys = await (await dexieOf(collection)).dexieTable.toCollection().primaryKeys();
  return keys.map(String);
}

/** Check whether the collection holds any document; removed documents count until they are cleaned up. */
export async function holdsDocuments<D>(collection: RxCollection<D>): Promise<boolean> {
  const keys = await (await dexieOf(collection)).dexieTable.limit(1).primaryKeys();
  return keys.length > 0;
}

/** Return the write of a document, instead of the previous one if there is one. */
export const rowToWrite = <D>(document: D, previous: StoredDocument<D> | undefined): WriteRow<D> => ({
  ...(previous ? { previous } : {}),
  // The storage replaces these with its own revision and time.
  document: {
    ...document,
    _deleted: false,
    _attachments: {},
    _rev: '',
    _meta: { lwt: 1 },
  } as StoredDocument<D>,
});

/** Return the write that removes a document. */
export const rowToRemove = <D>(previous: StoredDocument<D>): WriteRow<D> => ({
  previous,
  document: { ...previous, _deleted: true },
});

/** Write past the collection's hooks, each row only if its previous document is still the stored one. */
export async function writeStored<D>(
  collection: RxCollection<D>,
  rows: WriteRow<D>[],
  context: string,
): Promise<WriteFailure[]> {
  return (await collection.storageInstance.bulkWrite(rows, context)).error;
}

/** Copy a document without the storage's own fields. */
export function withoutStorageFields<D extends object>(document: D & Partial<StoredDocument<D>>): D {
  const { _attachments, _deleted, _meta, _rev, ...own } = document;
  // Type assertion: only the storage's fields were removed, and D has none of them.
  return own as object as D;
}
