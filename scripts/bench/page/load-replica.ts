import { Dexie, type Table } from 'dexie';
import { buildActor } from '#db/factories/run-rule.ts';
import { COLLECTIONS } from '#db/sync/collections.ts';
import { openReplica, type Replica } from '#pwa/replica/replica.ts';
import { snapshotPages, stubServer } from './stub-server.ts';

const PAGE = 1_000;

/** Both sides of one comparison, in milliseconds. */
export interface LoadTimes {
  replica: number;
  floor: number;
}

/** Load a replica of n documents through the real puller, from responses in memory. */
export async function loadReplica(
  name: string,
  documents: number,
): Promise<{ replica: Replica; ms: number }> {
  const pages = snapshotPages(documents);
  const replica = await openReplica({
    name,
    actor: buildActor(),
    deviceName: 'Bench',
    send: stubServer(pages, documents),
  });
  // The floor's databases are open as well when its clock starts.
  await Promise.all(COLLECTIONS.map((collection) => replica.store.readModel(collection).findOne().exec()));
  const start = performance.now();
  await replica.cycle.run();
  return { replica, ms: performance.now() - start };
}

/** The rows and the indexes of one table of the loaded replica. */
interface StoredTable {
  schema: string;
  rows: unknown[];
}

const schemaOf = (table: Table): string =>
  [table.schema.primKey.src, ...table.schema.indexes.map((index) => index.src)].join(', ');

async function readStored(database: string, table: string): Promise<StoredTable> {
  const dexie = await new Dexie(database).open();
  const rows = await dexie.table(table).toArray();
  const storedTable = { schema: schemaOf(dexie.table(table)), rows };
  dexie.close();
  return storedTable;
}

/** List every non-empty table that the load has written: the collections, and the table of codes. */
async function storedTables(replica: Replica): Promise<StoredTable[]> {
  const names = await Dexie.getDatabaseNames();
  const ofCollections = COLLECTIONS.flatMap((collection) =>
    names
      .filter((name) => name.includes(`${replica.store.name}-docs-`) && name.endsWith(`--${collection}`))
      .map((name) => readStored(name, 'docs')),
  );
  const tables = await Promise.all([...ofCollections, readStored(`${replica.store.name}-side`, 'codes')]);
  return tables.filter(({ rows }) => rows.length > 0);
}

/**
 * Write the same rows into the same indexes with Dexie alone, a page at a time, all tables of a page at once.
 */
async function writeFloor(name: string, tables: readonly StoredTable[], pages: number): Promise<number> {
  const dexie = await Promise.all(
    tables.map(async ({ schema }, i) => {
      const database = new Dexie(`${name}-floor-${i}`, { chromeTransactionDurability: 'strict' });
      database.version(1).stores({ docs: schema });
      return (await database.open()).table('docs');
    }),
  );
  const start = performance.now();
  for (let page = 0; page < pages; page += 1) {
    await Promise.all(
      tables.map(({ rows }, i) => {
        const share = Math.ceil(rows.length / pages);
        return dexie[i]?.bulkPut(rows.slice(page * share, (page + 1) * share));
      }),
    );
  }
  const took = performance.now() - start;
  await Promise.all(dexie.map((table) => table.db.delete()));
  return took;
}

/** Load a replica, then write its stored rows with Dexie alone. */
export async function compareLoad(name: string, documents: number): Promise<LoadTimes> {
  const { replica, ms } = await loadReplica(name, documents);
  const tables = await storedTables(replica);
  await replica.close();
  for (const database of await Dexie.getDatabaseNames()) await Dexie.delete(database);
  const floor = await writeFloor(name, tables, Math.ceil(documents / PAGE));
  return { replica: ms, floor };
}
