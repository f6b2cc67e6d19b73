import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, OPERATIONS } from '#db/sync/collections.ts';
import { type FeedDocument, type FeedPage, OperationVerdict } from '#db/sync/wire.ts';
import { applyPage, removeDocuments } from './apply-page.ts';
import type { ReplicaStore } from './database.ts';
import { type FeedPosition, readPosition, writePosition } from './feed-position.ts';
import type { Outbox } from './outbox.ts';
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

export interface PullerParts {
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
  let position = (await readPosition(parts.store.side)) ?? (await loadSnapshot(parts));
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

async function nextPage({ api, deviceId: device }: PullerParts, position: FeedPosition): Promise<FeedPage | 'start again'> {
  try {
    const page = await api.feed({ ...position, limit: FEED_LIMIT, device });
    if (page.generation !== position.generation) return 'start again';
    if (page.cursor < position.cursor) throw new AppError('UNAVAILABLE', 'The server went back. It will be asked again.');
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
  if (!stored || stored.cursor !== from.cursor || stored.generation !== from.generation) return stored ?? from;
  const position = { generation: page.generation, cursor: page.cursor };
  if (page.cursor === from.cursor && page.documents.length === 0) return position;
  await applyPage(store, page, 'newer');
  await outbox.takeVerdicts(verdictsOf(page.documents));
  await writePosition(store.side, position);
  await settle(outbox, position);
  await parts.applied(position);
  return position;
}

/** Loads everything in scope by keyset pages; what is no longer there is removed at the end. */
async function loadSnapshot(parts: PullerParts): Promise<FeedPosition> {
  const { store, api, outbox } = parts;
  const seen = new Set<string>();
  let after: string | null = null;
  let first: FeedPosition | null = null;
  for (;;) {
    const page = await api.snapshot(after, SNAPSHOT_LIMIT);
    if (first && page.generation !== first.generation) return loadSnapshot(parts);
    first ??= { generation: page.generation, cursor: page.head };
    for (const document of page.documents) seen.add(`${document.collection}|${document.id}`);
    await parts.exclusive(() =>
      storing(async () => {
        await applyPage(store, { documents: page.documents, departed: [] }, 'replace');
        await outbox.takeVerdicts(verdictsOf(page.documents));
      }),
    );
    parts.progress({ phase: 'snapshot', documents: seen.size, cursor: 0, head: page.head });
    if (!page.more) break;
    if (page.after === null || page.after === after) throw new AppError('UNAVAILABLE', 'The snapshot does not go on.');
    after = page.after;
  }
  const position = first;
  await parts.exclusive(() =>
    storing(async () => {
      await removeUnseen(store, seen);
      await writePosition(store.side, position);
      await settle(outbox, position);
      await parts.applied(position);
    }),
  );
  return position;
}

async function removeUnseen(store: ReplicaStore, seen: Set<string>): Promise<void> {
  for (const collection of COLLECTIONS) {
    const stored = await store.readModel(collection).find().exec();
    const gone = stored.map((document) => document.id).filter((id) => !seen.has(`${collection}|${id}`));
    if (gone.length > 0) await removeDocuments(store, collection, gone);
  }
}

/** Accepted operations whose effects the feed has delivered are settled. */
async function settle(outbox: Outbox, position: FeedPosition): Promise<void> {
  const done = outbox
    .all()
    .filter((operation) => operation.state === 'accepted' && operation.rev !== null && operation.rev <= position.cursor);
  await outbox.update(
    done.map((operation) => operation.key),
    (operation) => (operation.state === 'accepted' ? { ...operation, state: 'settled' } : operation),
  );
}

function verdictsOf(documents: readonly FeedDocument[]): OperationVerdict[] {
  return documents.flatMap((document) => {
    if (document.collection !== OPERATIONS) return [];
    const parsed = OperationVerdict.safeParse({ ...document.body, n: Number(document.body['n']), rev: document.rev });
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
