import { AppError } from '#db/errors/app-error.ts';
import type { FeedPage } from '#db/sync/wire.ts';
import { applyPage } from './apply-page.ts';
import type { ReplicaStore } from './database.ts';
import { settleDelivered, verdictsOf } from './delivered.ts';
import { type FeedPosition, isReloadDue, readPosition, writePosition } from './feed-position.ts';
import { loadSnapshot, type SnapshotLoad } from './first-load.ts';
import type { Outbox } from './outbox.ts';
import { prefetch } from './prefetch.ts';
import { storing } from './storage-failure.ts';
import type { SyncApi } from './sync-api.ts';

/** How far a pull has come, for the progress bar of a first load. */
export interface PullProgress {
  phase: 'snapshot' | 'feed';
  documents: number;
  cursor: number;
  head: number;
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

/**
 * Pulls until nothing is left: one feed, one cursor, written after every document of the page is stored. What waits on
 * this device is folded again once, at the end; until then it is shown as it was.
 */
export async function pull(parts: PullerParts): Promise<FeedPosition> {
  const known = (await isReloadDue(parts.store.side)) ? undefined : await readPosition(parts.store.side);
  const start = known ?? (await loadSnapshot(parts));
  const pullResult: PullResult = { documents: 0, moved: false };
  try {
    const position = await followFeed(parts, start, pullResult);
    await settleDelivered(parts, pullResult.moved);
    return position;
  } catch (error) {
    // Pages before the one that failed are stored; the failure is told, whatever becomes of this.
    await settleDelivered(parts, pullResult.moved).catch(() => undefined);
    throw error;
  }
}

interface PullResult {
  documents: number;
  moved: boolean;
}

async function followFeed(
  parts: PullerParts,
  start: FeedPosition,
  pullResult: PullResult,
): Promise<FeedPosition> {
  let position = start;
  let coming = nextPage(parts, position);
  for (;;) {
    const page = await coming;
    if (page === 'start again') {
      position = await loadSnapshot(parts);
      await parts.startedAgain();
      coming = nextPage(parts, position);
      continue;
    }
    const from = position;
    const reached = { generation: page.generation, cursor: page.cursor };
    const storingPage = parts.exclusive(() => storing(() => storePage(parts, from, page)));
    // The next page comes and is read while this one is written; it is stored only after it, never beside it.
    const prefetched = page.more ? prefetch(() => nextPage(parts, reached)) : null;
    position = await storingPage;
    pullResult.documents += page.documents.length;
    pullResult.moved ||= page.documents.length > 0 || position.cursor !== from.cursor;
    parts.progress({
      phase: 'feed',
      documents: pullResult.documents,
      cursor: position.cursor,
      head: page.head,
    });
    if (!page.more && position.cursor >= page.cursor) return position;
    coming = prefetched && isSame(position, reached) ? prefetched : nextPage(parts, position);
  }
}

const isSame = (a: FeedPosition, b: FeedPosition): boolean =>
  a.cursor === b.cursor && a.generation === b.generation;

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
  const storingPage = await readPosition(store.side);
  // Another tab took over and is further on: this page is old news, and its departures would undo newer arrivals.
  if (!storingPage || !isSame(storingPage, from)) return storingPage ?? from;
  const position = { generation: page.generation, cursor: page.cursor };
  if (page.cursor === from.cursor && page.documents.length === 0) return position;
  // Every write below is strict and awaited, so the cursor, begun last, reaches the disk after what it stands for: after
  // a power cut there may be documents ahead of the cursor (they come again), never a cursor ahead of documents.
  await applyPage(store, page, 'newer');
  await outbox.takeVerdicts(verdictsOf(page.documents));
  await writePosition(store.side, position);
  return position;
}
