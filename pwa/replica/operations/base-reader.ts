import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import { queryStored, readByIndex, storedById, storedDocument } from '#pwa/replica/rxdb-internals.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import { indexValue, type ReplicaDocument } from '#pwa/replica/store/document.ts';

/** Equality on one indexed field of one kind; `field` null means every document of the kind. */
interface BaseQuery {
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
    document: (collection, id) => storedDocument(store.readModel(collection), id),
    async revisions(ids) {
      if (ids.length === 0) return {};
      const cachedDocument = await Promise.all(
        COLLECTIONS.map((collection) => storedById(store.readModel(collection), [...ids])),
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

function queryDocuments(
  store: ReplicaStore,
  collection: CollectionName,
  query: BaseQuery,
): Promise<ReplicaDocument[]> {
  const index = query.field === null ? ['kind', 'updatedDesc'] : ['kind', `ix_${query.field}`, 'updatedDesc'];
  return queryStored(store.readModel(collection), {
    selector: {
      kind: query.kind,
      ...(query.field === null ? {} : { [`ix_${query.field}`]: indexValue(query.value) }),
    },
    sort: index.map((field) => ({ [field]: 'asc' as const })),
    index,
    ...(query.limit === undefined ? {} : { limit: query.limit }),
  });
}
