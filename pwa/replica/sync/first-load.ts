import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, OPERATIONS } from '#db/sync/collections.ts';
import { type FeedDocument, OperationVerdict, type SnapshotPage } from '#db/sync/wire.ts';
import type { Outbox } from '#pwa/replica/operations/outbox.ts';
import { holdsDocuments, storedIds } from '#pwa/replica/rxdb-internals.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import { type ApplyMode, applyPage, removeDocuments } from './apply-page.ts';
import { type FeedPosition, readPosition, reloaded, writePosition } from './feed-storage.ts';
import type { SyncApi } from './sync-api.ts';

/** A local write failed: the databases are reopened and the same cursor is tried again. */
class StorageFailure extends Error {
  constructor(cause: unknown) {
    super('This device could not store what the server sent.', { cause });
    this.name = 'StorageFailure';
  }
}

/** Run work on the store; any error in it becomes a storage failure. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageFailure(error);
  }
}

/** State of a first load in progress: its position and the documents seen so far. */
interface SnapshotLoad {
  generation: string;
  head: number;
  after: string | null;
  loadedKeys: Set<string>;
  mode: ApplyMode;
}

/** Progress of a pull, for the progress bar of a first load. */
export interface PullProgress {
  phase: 'snapshot' | 'feed';
  documents: number;
  cursor: number;
  head: number;
}

export interface PullerParts {
  /** Survives a failed round, so that a long first load resumes instead of starting again. */
  load: { current: SnapshotLoad | null };
  deviceId: string;
  store: ReplicaStore;
  api: SyncApi;
  outbox: Outbox;
  /** Run work while no operation is folded over half a page. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  progress(progress: PullProgress): void;
  /** The cursor or the documents changed: the overlay must be folded again. */
  applied(position: FeedPosition): Promise<void>;
  /** The server's history changed (a restore, or another scope). */
  startedAgain(): Promise<void>;
}

/** Settle the operations that the feed has delivered, and fold the waiting ones over the stored documents. */
export async function settleDelivered(parts: PullerParts, moved: boolean): Promise<void> {
  await parts.exclusive(() =>
    storing(async () => {
      const position = await readPosition(parts.store.side);
      if (!position) return;
      await settle(parts.outbox, position);
      if (moved) await parts.applied(position);
    }),
  );
}

/** Settle accepted operations whose effects the feed has delivered. */
async function settle(outbox: Outbox, position: FeedPosition): Promise<void> {
  const done = outbox
    .all()
    .filter(
      (operation) =>
        operation.state === 'accepted' && operation.rev !== null && operation.rev <= position.cursor,
    );
  if (done.length === 0) return;
  await outbox.update(
    done.map((operation) => operation.key),
    (operation) => (operation.state === 'accepted' ? { ...operation, state: 'settled' } : operation),
  );
}

/** List the verdicts among the documents of a page. */
export function verdictsOf(documents: readonly FeedDocument[]): OperationVerdict[] {
  return documents.flatMap((document) => {
    if (document.collection !== OPERATIONS) return [];
    const parsed = OperationVerdict.safeParse({
      ...document.body,
      n: Number(document.body['n']),
      rev: document.rev,
    });
    return parsed.success ? [parsed.data] : [];
  });
}

/** Start a request for data that is needed next; its failure is ignored when nobody uses the result. */
export function prefetch<T>(ask: () => Promise<T>): Promise<T> {
  const coming = ask();
  coming.catch(() => undefined);
  return coming;
}

const SNAPSHOT_LIMIT = 1_000;

/**
 * Load all documents in scope by keyset pages, resuming after a failure; documents no longer in scope are
 * removed.
 */
export async function loadSnapshot(parts: PullerParts): Promise<FeedPosition> {
  // Pages that are being written; they finish in their order of arrival.
  let writing: Promise<void> = Promise.resolve();
  try {
    let coming = ask(parts, parts.load.current?.after ?? null);
    let load = parts.load.current;
    for (;;) {
      const page = await coming;
      if (load && page.generation !== load.generation) {
        await writing;
        load = null;
        parts.load.current = null;
        coming = ask(parts, null);
        continue;
      }
      load ??= await startLoad(parts, page);
      const hasNextPage = page.more && page.after !== null && page.after !== load.after;
      if (page.more && !hasNextPage) throw new AppError('UNAVAILABLE', 'The snapshot does not continue.');
      const before = writing;
      writing = storeInOrder(before, storePage(parts, load.mode, page), noted(parts, load, page));
      load = { ...load, after: page.after };
      // The next page is fetched and read while this one is written.
      const prefetched = hasNextPage ? prefetch(() => ask(parts, page.after)) : null;
      // In an empty store two pages may be written at once: the load counts only after the last page is
      // stored.
      await (load.mode === 'fresh' && prefetched ? before : writing);
      if (!prefetched) return finishLoad(parts, load);
      coming = prefetched;
    }
  } finally {
    await writing.catch(() => undefined);
  }
}

const ask = ({ api }: PullerParts, after: string | null): Promise<SnapshotPage> =>
  api.snapshot(after, SNAPSHOT_LIMIT);

const startLoad = async ({ store }: PullerParts, page: SnapshotPage): Promise<SnapshotLoad> => ({
  generation: page.generation,
  head: page.head,
  after: null,
  loadedKeys: new Set<string>(),
  mode: (await isEmpty(store)) ? 'fresh' : 'replace',
});

function storePage(parts: PullerParts, mode: ApplyMode, page: SnapshotPage): Promise<void> {
  const store = () =>
    storing(async () => {
      await applyPage(parts.store, { documents: page.documents, departed: [] }, mode);
      await parts.outbox.takeVerdicts(verdictsOf(page.documents));
    });
  // Before the first feed position a fold would see incomplete data; the fold runs when everything is loaded.
  return mode === 'fresh' ? store() : parts.exclusive(store);
}

/** Resolve when this page and those before it are stored; a page counts only when those before it do. */
function storeInOrder(before: Promise<void>, storingPage: Promise<void>, note: () => void): Promise<void> {
  const both = Promise.allSettled([before, storingPage]).then((results) => {
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    note();
  });
  both.catch(() => undefined);
  return both;
}

const noted = (parts: PullerParts, load: SnapshotLoad, page: SnapshotPage) => (): void => {
  for (const document of page.documents) load.loadedKeys.add(`${document.collection}|${document.id}`);
  parts.load.current = { ...load, after: page.after };
  parts.progress({ phase: 'snapshot', documents: load.loadedKeys.size, cursor: 0, head: page.head });
};

async function finishLoad(parts: PullerParts, loaded: SnapshotLoad): Promise<FeedPosition> {
  const { store } = parts;
  const position = { generation: loaded.generation, cursor: loaded.head };
  await parts.exclusive(() =>
    storing(async () => {
      // A load that began with an empty store contains only documents of this load.
      if (loaded.mode === 'replace') await removeUnloaded(store, loaded.loadedKeys);
      await writePosition(store.side, position);
      await reloaded(store.side);
    }),
  );
  await settleDelivered(parts, true);
  parts.load.current = null;
  return position;
}

async function removeUnloaded(store: ReplicaStore, loadedKeys: Set<string>): Promise<void> {
  for (const collection of COLLECTIONS) {
    const ids = await storedIds(store.readModel(collection));
    const removedIds = ids.filter((id) => !loadedKeys.has(`${collection}|${id}`));
    if (removedIds.length > 0) await removeDocuments(store, collection, removedIds);
  }
}

async function isEmpty(store: ReplicaStore): Promise<boolean> {
  const hasDocuments = await Promise.all(COLLECTIONS.map((name) => holdsDocuments(store.readModel(name))));
  return !hasDocuments.includes(true);
}
