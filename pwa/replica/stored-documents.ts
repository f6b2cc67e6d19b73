import { normalizeMangoQuery, prepareQuery, type RxCollection, type RxDocumentData } from 'rxdb';

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
