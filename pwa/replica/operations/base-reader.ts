import type { Dexie, Table } from 'dexie';
import { type MangoQuery, normalizeMangoQuery, prepareQuery, type RxDocumentData } from 'rxdb';
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import { indexValue, type ReplicaDocument } from '#pwa/replica/store/document.ts';

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
async function readByIndex<T>(database: Dexie, table: Table<T>, index: string, value: string): Promise<T[]> {
  const store = storeOf(database, table.name);
  return store ? answerOf<T[]>(store.index(index).getAll(value)) : table.where(index).equals(value).toArray();
}

/** Equality on one indexed field of one kind; `field` null means every document of the kind. */
export interface BaseQuery {
  kind: string;
  field: string | null;
  value?: unknown;
  limit?: number;
}

/** Reader of the pulled documents, without the operations in the outbox. */
export interface BaseReader {
  document(collection: CollectionName, id: string): Promise<ReplicaDocument | undefined>;
  /** Read the revisions of the documents with these ids in all collections. */
  revisions(ids: readonly string[]): Promise<Record<string, number>>;
  query(collection: CollectionName, query: BaseQuery): Promise<ReplicaDocument[]>;
  /**
   * List documents that may be found under a code or child key; the caller checks that they still carry it.
   */
  byCode(code: string): Promise<{ collection: CollectionName; id: string }[]>;
}

/** Create a reader that reads the store directly. */
export function readBase(store: ReplicaStore): BaseReader {
  return {
    document: (collection, id) => documentById(store, collection, id),
    async revisions(ids) {
      if (ids.length === 0) return {};
      const cachedDocument = await Promise.all(
        COLLECTIONS.map((collection) => documentsById(store, collection, [...ids])),
      );
      return Object.fromEntries(cachedDocument.flat().map((storedRow) => [storedRow.id, storedRow.rev]));
    },
    query: (collection, query) => queryDocuments(store, collection, query),
    byCode: (code) => readByIndex(store.side, store.side.codes, 'code', code),
  };
}

/**
 * Create a reader that reads each document only once; for one fold, during which pulled documents do not
 * change.
 */
export function readBaseOnce(base: BaseReader): BaseReader {
  const documents = new Map<string, Promise<ReplicaDocument | undefined>>();
  return {
    ...base,
    document(collection, id) {
      const key = `${collection}|${id}`;
      let cachedDocument = documents.get(key);
      if (!cachedDocument) {
        cachedDocument = base.document(collection, id);
        documents.set(key, cachedDocument);
      }
      return cachedDocument;
    },
  };
}

async function documentById(
  store: ReplicaStore,
  collection: CollectionName,
  id: string,
): Promise<ReplicaDocument | undefined> {
  // Type assertion: RxDB does not know which storage a collection has; here it is always Dexie's.
  const { internals } = store.readModel(collection).storageInstance;
  const { dexieDb, dexieTable } = await (internals as RxStorageInstanceDexie<ReplicaDocument>['internals']);
  const storedRow = await readByKey<StoredDocument>(dexieDb, dexieTable, id);
  return storedRow?._deleted === '1' ? undefined : storedRow;
}

/** Return a document with the storage's deletion mark in the form that IndexedDB can index. */
type StoredDocument = ReplicaDocument & { _deleted: '0' | '1' };

/** Read the pulled documents of a collection by id; absent ones are left out. */
export function documentsById(
  store: ReplicaStore,
  collection: CollectionName,
  ids: string[],
): Promise<RxDocumentData<ReplicaDocument>[]> {
  return store.readModel(collection).storageInstance.findDocumentsById(ids, false);
}

async function queryDocuments(
  store: ReplicaStore,
  collection: CollectionName,
  query: BaseQuery,
): Promise<ReplicaDocument[]> {
  const model = store.readModel(collection);
  const index = query.field === null ? ['kind', 'updatedDesc'] : ['kind', `ix_${query.field}`, 'updatedDesc'];
  const mango: MangoQuery<ReplicaDocument> = {
    selector: {
      kind: query.kind,
      ...(query.field === null ? {} : { [`ix_${query.field}`]: indexValue(query.value) }),
    },
    sort: index.map((field) => ({ [field]: 'asc' as const })),
    index,
    ...(query.limit === undefined ? {} : { limit: query.limit }),
  };
  const schema = model.storageInstance.schema;
  const normal = normalizeMangoQuery<ReplicaDocument>(schema, mango);
  // RxDB's own queries also put the deletion mark in front of every index.
  const selector = { ...normal.selector, _deleted: { $eq: false } };
  const prepared = prepareQuery<ReplicaDocument>(schema, {
    ...normal,
    selector,
    index: ['_deleted', ...[normal.index ?? []].flat()],
  });
  return (await model.storageInstance.query(prepared)).documents;
}
