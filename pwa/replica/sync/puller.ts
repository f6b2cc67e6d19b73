import { AppError } from '#db/errors/app-error.ts';
import type { FeedPage } from '#db/sync/wire.ts';
import { applyPage } from './apply-page.ts';
import { type FeedPosition, isReloadDue, readPosition, writePosition } from './feed-storage.ts';
import {
  loadSnapshot,
  type PullerParts,
  prefetch,
  settleDelivered,
  storing,
  verdictsOf,
} from './first-load.ts';

const FEED_LIMIT = 1_000;

/**
 * Pull until the feed is empty: one feed, one cursor, written after every document of the page is stored.
 * Waiting operations are folded again once, at the end; until then the view does not change.
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
    // Pages before the failed one are stored; the failure is reported, whatever the result of this write.
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
    // The next page is fetched and read while this one is written; it is stored only after it, never in
    // parallel.
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
      throw new AppError('UNAVAILABLE', 'The server was restored to an earlier state. Trying again.');
    return page;
  } catch (error) {
    if (error instanceof AppError && error.code === 'GENERATION_CHANGED') return 'start again';
    throw error;
  }
}

async function storePage(parts: PullerParts, from: FeedPosition, page: FeedPage): Promise<FeedPosition> {
  const { store, outbox } = parts;
  const storingPage = await readPosition(store.side);
  // Another tab took over and is further on: this page is outdated, and its departures would undo newer
  // arrivals.
  if (!storingPage || !isSame(storingPage, from)) return storingPage ?? from;
  const position = { generation: page.generation, cursor: page.cursor };
  if (page.cursor === from.cursor && page.documents.length === 0) return position;
  // Every write below is strict and awaited, so the cursor, written last, reaches the disk after its
  // documents: after a power cut documents may be ahead of the cursor (the feed resends them), never the
  // cursor ahead of documents.
  await applyPage(store, page, 'newer');
  await outbox.takeVerdicts(verdictsOf(page.documents));
  await writePosition(store.side, position);
  return position;
}
