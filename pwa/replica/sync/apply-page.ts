import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, type CollectionName, type OPERATIONS } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import {
  FIRST_LOAD,
  rowToRemove,
  rowToWrite,
  type StoredDocument,
  storedById,
  type WriteRow,
  writeStored,
} from '#pwa/replica/rxdb-internals.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import { type ReplicaDocument, toReplicaDocument } from '#pwa/replica/store/document.ts';
import { codesOf } from '#pwa/replica/store/scan-codes.ts';
import type { CodeEntry } from '#pwa/replica/store/side-store.ts';

type ModelDocument = FeedDocument & { collection: CollectionName };
type StoredReplicaDocument = StoredDocument<ReplicaDocument>;

/**
 * How a page is stored. `newer`: only newer revisions replace stored ones. `replace`: every document is
 * stored, because a restored server counts again from a lower revision. `fresh`: like `replace`, into an
 * empty store.
 */
export type ApplyMode = 'newer' | 'replace' | 'fresh';

/** The content of one page of the feed; the caller writes its `cursor` separately, as the last step. */
export interface PageContent {
  documents: readonly FeedDocument[];
  departed: readonly { collection: CollectionName | typeof OPERATIONS; id: string }[];
}

const CHUNK = 1_000;

/**
 * Store the documents of a page and their scan codes, in all collections at once. Any write error throws,
 * after the parallel writes have ended; storing a page twice is harmless.
 */
export async function applyPage(store: ReplicaStore, page: PageContent, mode: ApplyMode): Promise<void> {
  const results = await Promise.allSettled(
    COLLECTIONS.map((collection) => applyTo(store, collection, page, mode)),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function applyTo(
  store: ReplicaStore,
  collection: CollectionName,
  page: PageContent,
  mode: ApplyMode,
): Promise<void> {
  const documents = newestOfEach(page.documents.filter((document) => inCollection(document, collection)));
  for (let from = 0; from < documents.length; from += CHUNK) {
    await applyChunk(store, collection, documents.slice(from, from + CHUNK), mode);
  }
  const departedIds = page.departed
    .filter((entry) => entry.collection === collection)
    .map((entry) => entry.id);
  if (departedIds.length > 0) await removeDocuments(store, collection, departedIds);
}

const inCollection = (document: FeedDocument, collection: CollectionName): document is ModelDocument =>
  document.collection === collection;

function newestOfEach(documents: ModelDocument[]): ModelDocument[] {
  const newest = new Map<string, ModelDocument>();
  for (const document of documents) {
    if ((newest.get(document.id)?.rev ?? -1) <= document.rev) newest.set(document.id, document);
  }
  return [...newest.values()];
}

async function applyChunk(
  store: ReplicaStore,
  collection: CollectionName,
  documents: ModelDocument[],
  mode: ApplyMode,
): Promise<void> {
  if (mode === 'fresh') return loadChunk(store, collection, documents);
  const before = await documentsBefore(
    store,
    collection,
    documents.map((document) => document.id),
  );
  const changedDocuments = documents.filter(
    (document) => mode === 'replace' || document.rev > (before.get(document.id)?.rev ?? -1),
  );
  const alive = changedDocuments.filter((document) => !document.deleted).map(toReplicaDocument);
  const codes = alive.flatMap((document) => codesOf(collection, document));
  const codesThere = alive.flatMap((document) => codesBefore(collection, before.get(document.id)));
  // New codes are written before the documents and old ones are removed after them: a crash in between leaves
  // an extra code, never a missing one. An interrupted load may have left documents without codes, so a load
  // writes all codes.
  const codesNew = mode === 'newer' ? without(codes, codesThere) : codes;
  if (codesNew.length > 0) await store.side.codes.bulkPut(codesNew);
  await write(
    store,
    collection,
    alive.map((document) => rowToWrite(document, before.get(document.id))),
  );
  await dropCodes(store, without(codesThere, codes));
  const deletedIds = changedDocuments.filter((document) => document.deleted).map((document) => document.id);
  if (deletedIds.length > 0) await removeDocuments(store, collection, deletedIds);
}

/**
 * Store documents in an empty store without reading first; documents that exist nevertheless take the usual
 * path.
 */
async function loadChunk(
  store: ReplicaStore,
  collection: CollectionName,
  documents: ModelDocument[],
): Promise<void> {
  const loaded = documents.map(toReplicaDocument);
  const rows = loaded.map((document) => rowToWrite(document, undefined));
  const [error] = await Promise.all([
    writeStored(store.readModel(collection), rows, FIRST_LOAD),
    store.side.codes.bulkPut(loaded.flatMap((document) => codesOf(collection, document))),
  ]);
  const present = new Set(error.filter((entry) => entry.status === 409).map((entry) => entry.documentId));
  if (present.size < error.length) throw notStored(collection, error[0]);
  if (present.size === 0) return;
  await applyChunk(
    store,
    collection,
    documents.filter((document) => present.has(document.id)),
    'replace',
  );
}

/** Remove documents and their codes from the device. */
export async function removeDocuments(
  store: ReplicaStore,
  collection: CollectionName,
  ids: readonly string[],
): Promise<void> {
  const before = await documentsBefore(store, collection, [...ids]);
  await write(store, collection, [...before.values()].map(rowToRemove));
  await dropCodes(
    store,
    [...before.values()].flatMap((previous) => codesBefore(collection, previous)),
  );
}

const codesBefore = (collection: CollectionName, previous: StoredReplicaDocument | undefined): CodeEntry[] =>
  previous ? codesOf(collection, previous) : [];

async function dropCodes(store: ReplicaStore, departedIds: CodeEntry[]): Promise<void> {
  if (departedIds.length > 0)
    await store.side.codes.bulkDelete(departedIds.map((entry) => [entry.code, entry.collection, entry.id]));
}

/** List the codes of one collection that are not among others. */
function without(codes: CodeEntry[], excludedCodes: CodeEntry[]): CodeEntry[] {
  const known = new Set(excludedCodes.map((entry) => `${entry.id}|${entry.code}`));
  return codes.filter((entry) => !known.has(`${entry.id}|${entry.code}`));
}

async function documentsBefore(
  store: ReplicaStore,
  collection: CollectionName,
  ids: string[],
): Promise<Map<string, StoredReplicaDocument>> {
  const previous = await storedById(store.readModel(collection), ids);
  return new Map(previous.map((document) => [document.id, document]));
}

async function write(
  store: ReplicaStore,
  collection: CollectionName,
  rows: WriteRow<ReplicaDocument>[],
): Promise<void> {
  if (rows.length === 0) return;
  const error = await writeStored(store.readModel(collection), rows, 'feed');
  if (error.length > 0) throw notStored(collection, error[0]);
}

const notStored = (
  collection: CollectionName,
  error: { documentId: string; status: number } | undefined,
): AppError =>
  new AppError('UNAVAILABLE', `Storing ${collection} ${error?.documentId} failed with ${error?.status}.`);
