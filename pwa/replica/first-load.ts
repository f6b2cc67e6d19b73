import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS } from '#db/sync/collections.ts';
import type { SnapshotPage } from '#db/sync/wire.ts';
import { type ApplyMode, applyPage, removeDocuments } from './apply-page.ts';
import type { ReplicaStore } from './database.ts';
import type { PullerParts } from './delivered.ts';
import { type SnapshotLoad, settleDelivered, verdictsOf } from './delivered.ts';
import { type FeedPosition, reloaded, writePosition } from './feed-position.ts';
import { prefetch } from './prefetch.ts';
import { storing } from './storage-failure.ts';
import { holdsDocuments, storedIds } from './stored-documents.ts';

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
      if (page.more && !hasNextPage) throw new AppError('UNAVAILABLE', 'The snapshot does not go on.');
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
