import { CATALOGUE } from '#db/entities.ts';
import { AppError } from '#db/errors/app-error.ts';
import { matches } from '#db/memory-transaction.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { Body, ReplicaDocument } from '#pwa/replica/store/document.ts';
import { entitiesIn } from '#pwa/replica/store/entity-collections.ts';
import { changedCarriers, codesOf, normalCode } from '#pwa/replica/store/scan-codes.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { composeDocument } from './overlay.ts';

/** A document as the user sees it: the pulled document with the waiting operations over it. */
export interface ShownDocument {
  collection: CollectionName;
  id: string;
  kind: string;
  rev: number;
  body: Body;
}

/** The query of a list: equality on indexed fields (an array means "one of"), an order and a length. */
export interface ViewQuery {
  /** The entity's name; may be left out in collections of one entity. */
  kind?: string;
  filter?: Body;
  /** `recent` (default) is newest first; otherwise any order, applied to the matches of `where`. */
  sort?: 'recent' | ((a: ShownDocument, b: ShownDocument) => number);
  limit?: number;
}

/** Read one document with the waiting operations over it; undefined when this device does not have it. */
export async function readDocument(
  replica: Replica,
  collection: CollectionName,
  id: string,
): Promise<ShownDocument | undefined> {
  const base = await replica.base.document(collection, id);
  const composed = composeDocument(replica.view.overlay(), collection, id, base);
  return composed && composed.body['deleted'] !== true ? show(collection, composed) : undefined;
}

/** Read a list with the waiting operations over it. */
export async function readList(
  replica: Replica,
  collection: CollectionName,
  query: ViewQuery,
): Promise<ShownDocument[]> {
  const kind = query.kind ?? onlyKind(collection);
  const filter = query.filter ?? {};
  const field = leadingField(collection, kind, filter);
  const overlay = replica.view.overlay();
  const touched = [...(overlay.touched.get(collection) ?? [])];
  const bounded = query.sort === undefined || query.sort === 'recent';
  // The index answers only one equality; further ones are filtered here, without a limit.
  const simple = bounded && Object.keys(filter).length <= 1 && query.limit !== undefined;
  const baseQuery = { kind, ...(simple ? { limit: (query.limit ?? 0) + touched.length } : {}) };
  const values = field === null ? [undefined] : [filter[field]].flat();
  const pulled = await Promise.all(
    values.map((value) => replica.base.query(collection, { ...baseQuery, field, value })),
  );
  const shownById = new Map<string, ReplicaDocument>();
  for (const document of pulled.flat()) shownById.set(document.id, document);
  for (const id of touched) {
    const composed = composeDocument(
      overlay,
      collection,
      id,
      shownById.get(id) ?? (await replica.base.document(collection, id)),
    );
    if (composed?.kind === kind) shownById.set(id, composed);
    else shownById.delete(id);
  }
  const sortedEntries = [...shownById.values()]
    .filter((document) => matches(document.body, filter))
    .map((document) => sortable(collection, document));
  const sort = query.sort;
  sortedEntries.sort(typeof sort === 'function' ? (a, b) => sort(a.shown, b.shown) : byRecent);
  const list = sortedEntries.map((entry) => entry.shown);
  return query.limit === undefined ? list : list.slice(0, query.limit);
}

/** Find all documents that carry a scanned or typed code. */
export async function findByCode(replica: Replica, code: string): Promise<ShownDocument[]> {
  const normalizedCode = normalCode(code);
  if (normalizedCode === '' || normalizedCode.startsWith('#')) return [];
  const overlay = replica.view.overlay();
  const candidates = new Map<string, { collection: CollectionName; id: string }>();
  for (const hit of [
    ...(await replica.base.byCode(normalizedCode)),
    ...changedCarriers(overlay, normalizedCode),
  ])
    candidates.set(`${hit.collection}|${hit.id}`, hit);
  const read = [...candidates.values()].map(async ({ collection, id }) => {
    const document = await readDocument(replica, collection, id);
    const carries = document && codesOf(collection, document).some((entry) => entry.code === normalizedCode);
    return carries ? [document] : [];
  });
  return (await Promise.all(read)).flat();
}

const show = (collection: CollectionName, document: ReplicaDocument): ShownDocument => ({
  collection,
  id: document.id,
  kind: document.kind,
  rev: document.rev,
  body: document.body,
});

const sortable = (collection: CollectionName, document: ReplicaDocument) => ({
  shown: show(collection, document),
  key: `${document.updatedDesc}|${document.id}`,
});

const byRecent = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);

function onlyKind(collection: CollectionName): string {
  const [only, ...more] = entitiesIn(collection);
  if (!only || more.length > 0)
    throw new AppError('INTERNAL', `${collection} holds several kinds; name one.`);
  return only.name;
}

function leadingField(collection: CollectionName, kind: string, filter: Body): string | null {
  const entity = CATALOGUE.find((candidate) => candidate.name === kind);
  const fields = Object.keys(filter).filter((field) => field !== 'deleted');
  const indexed = fields.filter((field) => entity?.indexes.includes(field));
  if (fields.length > 0 && indexed.length === 0) {
    throw new AppError('INTERNAL', `${collection} has no index on ${fields.join(', ')} of ${kind}.`);
  }
  return indexed[0] ?? null;
}
