import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, OPERATIONS } from '#db/sync/collections.ts';
import { type FeedDocument, type FeedPage, OperationVerdict } from '#db/sync/wire.ts';
import { type ApplyMode, applyPage, removeDocuments } from './apply-page.ts';
import type { ReplicaStore } from './database.ts';
import { type FeedPosition, isReloadDue, readPosition, reloaded, writePosition } from './feed-position.ts';
import type { Outbox } from './outbox.ts';
import { storedDocuments } from './stored-documents.ts';
import type { SyncApi } from './sync-api.ts';

/** A local write failed: the databases are reopened and the same cursor is tried again. */
export class StorageFailure extends Error {
  constructor(cause: unknown) {
    super('This device could not store what the server sent.', { cause });
    this.name = 'StorageFailure';
  }
}

/** How far a pull has come, for the progress bar of a first load. */
export interface PullProgress {
  phase: 'snapshot' | 'feed';
  documents: number;
  cursor: number;
  head: number;
}

/** A first load that has begun: where it stands and what it has seen. */
export interface SnapshotLoad {
  generation: string;
  head: number;
  after: string | null;
  seen: Set<string>;
  mode: ApplyMode;
}

export interface PullerParts {
  /** Survives a failed round, so that a long first load goes on instead of beginning again. */
  load: { current: SnapshotLoad | null };
  deviceId: string;
  store: ReplicaStore;
  api: SyncApi;
  outbox: Outbox;
  /** Runs work while no operation is folded over half a page. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  progress(progress: PullProgress): void;
  /** The cursor or the documents changed: the overlay must be folded again. */
  applied(position: FeedPosition): Promise<void>;
  /** The server's history is another one than before (a restore, or another scope). */
  startedAgain(): Promise<void>;
}

const FEED_LIMIT = 1_000;
const SNAPSHOT_LIMIT = 1_000;

/** Pulls until nothing is left: one feed, one cursor, written after every document of the page is stored. */
export async function pull(parts: PullerParts): Promise<FeedPosition> {
  const known = (await isReloadDue(parts.store.side)) ? undefined : await readPosition(parts.store.side);
  let position = known ?? (await loadSnapshot(parts));
  let documents = 0;
  for (;;) {
    const page = await nextPage(parts, position);
    if (page === 'start again') {
      position = await loadSnapshot(parts);
      await parts.startedAgain();
      continue;
    }
    const from = position;
    position = await parts.exclusive(() => storing(() => storePage(parts, from, page)));
    documents += page.documents.length;
    parts.progress({ phase: 'feed', documents, cursor: position.cursor, head: page.head });
    if (!page.more && position.cursor >= page.cursor) return position;
  }
}

async function nextPage(
  { api, deviceId: device }: PullerParts,
  position: FeedPosition,
): Promise<FeedPage | 'start again'> {
  try {
    const page = await api.feed({ ...position, limit: FEED_LIMIT, device });
    if (page.generation !== position.generation) return 'start again';
    if (page.cursor < position.cursor)
      throw new AppError('UNAVAILABLE', 'The server went back. It will be asked again.');
    return page;
  } catch (error) {
    if (error instanceof AppError && error.code === 'GENERATION_CHANGED') return 'start again';
    throw error;
  }
}

async function storePage(parts: PullerParts, from: FeedPosition, page: FeedPage): Promise<FeedPosition> {
  const { store, outbox } = parts;
  const stored = await readPosition(store.side);
  // Another tab took over and is further on: this page is old news, and its departures would undo newer arrivals.
  if (!stored || stored.cursor !== from.cursor || stored.generation !== from.generation)
    return stored ?? from;
  const position = { generation: page.generation, cursor: page.cursor };
  if (page.cursor === from.cursor && page.documents.length === 0) return position;
  await applyPage(store, page, 'newer');
  await outbox.takeVerdicts(verdictsOf(page.documents));
  await writePosition(store.side, position);
  await settle(outbox, position);
  await parts.applied(position);
  return position;
}

/** Loads everything in scope by keyset pages, going on where a failure stopped it; what is no longer there is removed. */
async function loadSnapshot(parts: PullerParts): Promise<FeedPosition> {
  const { store, api, outbox, load } = parts;
  for (;;) {
    const page = await api.snapshot(load.current?.after ?? null, SNAPSHOT_LIMIT);
    if (load.current && page.generation !== load.current.generation) {
      load.current = null;
      continue;
    }
    const progress: SnapshotLoad = load.current ?? {
      generation: page.generation,
      head: page.head,
      after: null,
      seen: new Set<string>(),
      mode: (await isEmpty(store)) ? 'fresh' : 'replace',
    };
    await parts.exclusive(() =>
      storing(async () => {
        await applyPage(store, { documents: page.documents, departed: [] }, progress.mode);
        await outbox.takeVerdicts(verdictsOf(page.documents));
      }),
    );
    for (const document of page.documents) progress.seen.add(`${document.collection}|${document.id}`);
    if (page.more && (page.after === null || page.after === progress.after)) {
      throw new AppError('UNAVAILABLE', 'The snapshot does not go on.');
    }
    load.current = { ...progress, after: page.after };
    parts.progress({ phase: 'snapshot', documents: progress.seen.size, cursor: 0, head: page.head });
    if (!page.more) return finishLoad(parts, progress);
  }
}

async function finishLoad(parts: PullerParts, loaded: SnapshotLoad): Promise<FeedPosition> {
  const { store, outbox } = parts;
  const position = { generation: loaded.generation, cursor: loaded.head };
  await parts.exclusive(() =>
    storing(async () => {
      await removeUnseen(store, loaded.seen);
      await writePosition(store.side, position);
      await reloaded(store.side);
      await settle(outbox, position);
      await parts.applied(position);
    }),
  );
  parts.load.current = null;
  return position;
}

async function removeUnseen(store: ReplicaStore, seen: Set<string>): Promise<void> {
  for (const collection of COLLECTIONS) {
    const stored = await storedDocuments(store.readModel(collection));
    const gone = stored.map((document) => document.id).filter((id) => !seen.has(`${collection}|${id}`));
    if (gone.length > 0) await removeDocuments(store, collection, gone);
  }
}

async function isEmpty(store: ReplicaStore): Promise<boolean> {
  const counts = await Promise.all(
    COLLECTIONS.map((collection) => store.readModel(collection).findOne().exec()),
  );
  return counts.every((found) => found === null);
}

/** Accepted operations whose effects the feed has delivered are settled. */
async function settle(outbox: Outbox, position: FeedPosition): Promise<void> {
  const done = outbox
    .all()
    .filter(
      (operation) =>
        operation.state === 'accepted' && operation.rev !== null && operation.rev <= position.cursor,
    );
  await outbox.update(
    done.map((operation) => operation.key),
    (operation) => (operation.state === 'accepted' ? { ...operation, state: 'settled' } : operation),
  );
}

function verdictsOf(documents: readonly FeedDocument[]): OperationVerdict[] {
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

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageFailure(error);
  }
}
