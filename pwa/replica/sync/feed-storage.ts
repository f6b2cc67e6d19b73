import type { BulkWriteRow, RxStorageInstanceCreationParams } from 'rxdb';
import { RxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { z } from 'zod';
import { readMeta, type SideStore, writeMeta } from '#pwa/replica/store/side-store.ts';

/** The feed position that this device has stored, and the generation of the server that it belongs to. */
export const FeedPosition = z.object({ generation: z.string(), cursor: z.int() });
export type FeedPosition = z.infer<typeof FeedPosition>;

/** Read the feed position; undefined before the first snapshot. */
export const readPosition = (side: SideStore): Promise<FeedPosition | undefined> =>
  readMeta(side, 'feed', FeedPosition);

/** Write the feed position; within one generation it never decreases. */
export async function writePosition(side: SideStore, next: FeedPosition): Promise<void> {
  await side.transaction('rw', side.meta, async () => {
    const before = await readPosition(side);
    if (before?.generation === next.generation && before.cursor >= next.cursor) return;
    await writeMeta(side, 'feed', next);
  });
}

const RELOAD = 'reloadDue';

/** Request a full reload. The position remains, so that settled work is not shown a second time. */
export const demandReload = (side: SideStore): Promise<void> => writeMeta(side, RELOAD, true);

/** Check whether a full reload is due; the request survives a restart of the app. */
export const isReloadDue = async (side: SideStore): Promise<boolean> =>
  (await readMeta(side, RELOAD, z.boolean())) === true;

/** Mark the full reload as done. */
export const reloaded = (side: SideStore): Promise<void> => side.meta.delete(RELOAD);

/** The context of writes of a first load, whose documents are not in the store yet. */
export const FIRST_LOAD = 'feed-first-load';

/**
 * RxDB's Dexie storage with a faster write path for a first load. The usual path reads every id before it
 * writes and copies every document twice; in an empty store both are unnecessary.
 */
export class FeedStorage extends RxStorageDexie {
  override async createStorageInstance<D>(params: RxStorageInstanceCreationParams<D, object>) {
    const instance = await super.createStorageInstance<D>(params);
    const usual = instance.bulkWrite.bind(instance);
    instance.bulkWrite = async (rows, context) => {
      if (context !== FIRST_LOAD || !(await added(instance, rows))) return usual(rows, context);
      emitChanges(instance, rows);
      return { error: [] };
    };
    return instance;
  }
}

/**
 * Insert all rows in one transaction; false when one of them exists already, and then nothing was written.
 */
async function added<D>(instance: RxStorageInstanceDexie<D>, rows: BulkWriteRow<D>[]): Promise<boolean> {
  const { dexieDb, dexieTable } = await instance.internals;
  // The storage keeps its rows in this form because IndexedDB cannot index a boolean.
  const storedRows = rows.map(({ document }) => ({ ...document, _deleted: '0' }));
  try {
    await dexieDb.transaction('rw', dexieTable, () => dexieTable.bulkAdd(storedRows));
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

// Dexie reports the name of the first failure; a full disk or a lost connection has a different name.
const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'BulkError' &&
  'failures' in error &&
  Array.isArray(error.failures) &&
  error.failures.every((failure) => failure instanceof Error && failure.name === 'ConstraintError');

/**
 * Announce the change of a collection, here and in other tabs, by its newest document alone: the read models
 * are read from their tables, so listeners need no content, and a full page would be copied once more for
 * each tab.
 */
function emitChanges<D>(instance: RxStorageInstanceDexie<D>, rows: BulkWriteRow<D>[]): void {
  const newest = rows.at(-1)?.document;
  if (!newest) return;
  const documentId = String(newest[instance.primaryPath]);
  // Type assertion: the storage exposes its stream of changes in no other way.
  instance['changes$'].next({
    id: `${FIRST_LOAD}-${documentId}-${newest._rev}-${newest._meta.lwt}`,
    context: FIRST_LOAD,
    checkpoint: { id: documentId, lwt: newest._meta.lwt },
    events: [{ operation: 'INSERT', documentId, documentData: newest, previousDocumentData: undefined }],
  });
}
