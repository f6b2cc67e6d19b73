import { type MangoQuery, normalizeMangoQuery, prepareQuery, type RxDocumentData } from 'rxdb';
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { ReplicaStore } from './database.ts';
import { readByIndex, readByKey } from './direct-read.ts';
import { indexValue, type ReplicaDocument } from './document.ts';

/** Equality on one indexed field of one kind; `field` null means every document of the kind. */
export interface BaseQuery {
  kind: string;
  field: string | null;
  value?: unknown;
  limit?: number;
}

/** Reads the pulled documents, without what waits in the outbox. */
export interface BaseReader {
  document(collection: CollectionName, id: string): Promise<ReplicaDocument | undefined>;
  /** Revisions of the documents of those ids, in whichever collections they are. */
  revisions(ids: readonly string[]): Promise<Record<string, number>>;
  query(collection: CollectionName, query: BaseQuery): Promise<ReplicaDocument[]>;
  /** Documents that may be found under a code or child key; the caller checks that they still carry it. */
  byCode(code: string): Promise<{ collection: CollectionName; id: string }[]>;
}

/** A reader straight from the store. */
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

/** A reader that asks the store for each document once: for one fold, in which the pulled documents do not change. */
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
  // The marked edge: RxDB does not know which storage a collection has; here it is always Dexie's.
  const { internals } = store.readModel(collection).storageInstance;
  const { dexieDb, dexieTable } = await (internals as RxStorageInstanceDexie<ReplicaDocument>['internals']);
  const storedRow = await readByKey<StoredDocument>(dexieDb, dexieTable, id);
  return storedRow?._deleted === '1' ? undefined : storedRow;
}

/** A document with the storage's mark of deletion in the form that IndexedDB can index. */
type StoredDocument = ReplicaDocument & { _deleted: '0' | '1' };

/** Pulled documents of a collection by id; absent ones are left out. */
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
  // RxDB's own queries put the deleted mark in front of every index in the same way.
  const selector = { ...normal.selector, _deleted: { $eq: false } };
  const prepared = prepareQuery<ReplicaDocument>(schema, {
    ...normal,
    selector,
    index: ['_deleted', ...[normal.index ?? []].flat()],
  });
  return (await model.storageInstance.query(prepared)).documents;
}
