import { Dexie, type EntityTable, type Table } from 'dexie';
import type { z } from 'zod';
import type { CollectionName } from '#db/sync/collections.ts';

/** A scannable code, or a key of a child row, and the document that has it. */
export interface CodeEntry {
  code: string;
  collection: CollectionName;
  id: string;
}

interface MetaEntry {
  key: string;
  value: unknown;
}

/** Unfinished work of a user, stored so that no scan is ever lost. */
interface DraftEntry {
  key: string;
  value: unknown;
  updatedAt: string;
}

/** The tables outside RxDB: feed position, scan index, drafts and the settings of this device. */
interface SideTables {
  meta: EntityTable<MetaEntry, 'key'>;
  codes: Table<CodeEntry, [string, CollectionName, string]>;
  drafts: EntityTable<DraftEntry, 'key'>;
  settings: EntityTable<MetaEntry, 'key'>;
}
export type SideStore = Dexie & SideTables;

/** Open the side store of one membership. */
export function openSideStore(name: string): SideStore {
  const store = new Dexie(`${name}-side`, { chromeTransactionDurability: 'strict' }) as SideStore;
  store.version(1).stores({
    meta: 'key',
    codes: '[code+collection+id], code',
    drafts: 'key',
    settings: 'key',
  });
  return store;
}

/** Read one entry of the meta table; undefined when it is absent or has another shape. */
export async function readMeta<S extends z.ZodType>(
  side: SideStore,
  key: string,
  schema: S,
): Promise<z.infer<S> | undefined> {
  const parsed = schema.safeParse((await side.meta.get(key))?.value);
  return parsed.success ? parsed.data : undefined;
}

/** Write one entry of the meta table. */
export async function writeMeta(side: SideStore, key: string, value: unknown): Promise<void> {
  await side.meta.put({ key, value });
}
