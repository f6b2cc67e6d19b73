import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS } from '#db/sync/collections.ts';
import { type ApplyMode, applyPage, removeDocuments } from './apply-page.ts';
import { askAhead } from './ask-ahead.ts';
import type { ReplicaStore } from './database.ts';
import { takeDelivered, verdictsOf } from './delivered.ts';
import { type FeedPosition, reloaded, writePosition } from './feed-position.ts';
import type { PullerParts } from './puller.ts';
import { storing } from './storage-failure.ts';
import { storedDocuments } from './stored-documents.ts';

/** A first load that has begun: where it stands and what it has seen. */
export interface SnapshotLoad {
  generation: string;
  head: number;
  after: string | null;
  seen: Set<string>;
  mode: ApplyMode;
}

const SNAPSHOT_LIMIT = 1_000;

/** Loads everything in scope by keyset pages, going on where a failure stopped it; what is no longer there is removed. */
export async function loadSnapshot(parts: PullerParts): Promise<FeedPosition> {
  const { store, api, outbox, load } = parts;
  const ask = (after: string | null) => api.snapshot(after, SNAPSHOT_LIMIT);
  let coming = ask(load.current?.after ?? null);
  for (;;) {
    const page = await coming;
    if (load.current && page.generation !== load.current.generation) {
      load.current = null;
      coming = ask(null);
      continue;
    }
    const progress: SnapshotLoad = load.current ?? {
      generation: page.generation,
      head: page.head,
      after: null,
      seen: new Set<string>(),
      mode: (await isEmpty(store)) ? 'fresh' : 'replace',
    };
    const stored = parts.exclusive(() =>
      storing(async () => {
        await applyPage(store, { documents: page.documents, departed: [] }, progress.mode);
        await outbox.takeVerdicts(verdictsOf(page.documents));
      }),
    );
    const goesOn = page.more && page.after !== null && page.after !== progress.after;
    // The next page comes and is read while this one is written.
    const ahead = goesOn ? askAhead(() => ask(page.after)) : null;
    await stored;
    for (const document of page.documents) progress.seen.add(`${document.collection}|${document.id}`);
    if (page.more && !goesOn) throw new AppError('UNAVAILABLE', 'The snapshot does not go on.');
    load.current = { ...progress, after: page.after };
    parts.progress({ phase: 'snapshot', documents: progress.seen.size, cursor: 0, head: page.head });
    if (!ahead) return finishLoad(parts, progress);
    coming = ahead;
  }
}

async function finishLoad(parts: PullerParts, loaded: SnapshotLoad): Promise<FeedPosition> {
  const { store } = parts;
  const position = { generation: loaded.generation, cursor: loaded.head };
  await parts.exclusive(() =>
    storing(async () => {
      await removeUnseen(store, loaded.seen);
      await writePosition(store.side, position);
      await reloaded(store.side);
    }),
  );
  await takeDelivered(parts, true);
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
