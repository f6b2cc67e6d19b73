import { Dexie, type Table } from 'dexie';
import { COLLECTIONS } from '#db/sync/collections.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { loadReplica } from './load-replica.ts';

const PAGE = 1_000;

/** Both sides of one comparison, in milliseconds. */
export interface LoadTimes {
  replica: number;
  floor: number;
}

/** The rows and the indexes of one table of the loaded replica. */
interface StoredTable {
  schema: string;
  rows: Record<string, unknown>[];
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

/** Read the tables of a loaded replica and remove it. */
async function takeTables(replica: Replica): Promise<StoredTable[]> {
  const tables = await storedTables(replica);
  await replica.close();
  for (const database of await Dexie.getDatabaseNames()) await Dexie.delete(database);
  return tables;
}

/** Load a replica, then write its stored rows with Dexie alone. */
export async function compareLoad(name: string, documents: number): Promise<LoadTimes> {
  const { replica, ms } = await loadReplica(name, documents);
  const tables = await takeTables(replica);
  const floor = await writeFloor(name, tables, Math.ceil(documents / PAGE));
  return { replica: ms, floor };
}

/** Ways to store the same pages: how long the writes take, and one read of a document by its id. */
export interface LayoutTimes {
  layout: string;
  writeMs: number;
  readMs: number[];
}

interface PageRow<Content> {
  page: number;
  content: Content;
}

/** How the rows of a page are stored together. */
interface Layout<Content> {
  layout: string;
  /** Whether each row also has an index row, with the key and the indexed fields alone. */
  indexed: boolean;
  encode: (rows: unknown[]) => Content;
  decode: (content: Content) => unknown[];
}

/** Keep of a row only its key and the fields of the indexes, and the page that holds the rest. */
function indexRow(row: Record<string, unknown>, schema: string, page: number): Record<string, unknown> {
  const fields = new Set(schema.split(', ').flatMap((index) => index.replace(/[[\]*&]/g, '').split('+')));
  return { ...Object.fromEntries([...fields].map((field) => [field, row[field]])), page };
}

const READS = 50;

/** Store pages whole, with or without index rows, and read documents back through them. */
async function writeWholePages<Content>(
  name: string,
  tables: readonly StoredTable[],
  { layout, indexed, encode, decode }: Layout<Content>,
): Promise<LayoutTimes> {
  const schemas = Object.fromEntries(tables.map(({ schema }, i) => [`index${i}`, schema]));
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict' });
  dexie.version(1).stores({ pages: 'page', ...(indexed ? schemas : {}) });
  await dexie.open();
  const pages = tables.flatMap(({ rows, schema }, table) =>
    Array.from({ length: Math.ceil(rows.length / PAGE) }, (_, n) => ({
      table,
      schema,
      rows: rows.slice(n * PAGE, (n + 1) * PAGE),
    })),
  );
  const start = performance.now();
  for (const [page, { table, schema, rows }] of pages.entries()) {
    const writes: PromiseLike<unknown>[] = [
      dexie.table<PageRow<Content>>('pages').put({ page, content: encode(rows) }),
    ];
    if (indexed)
      writes.push(dexie.table(`index${table}`).bulkPut(rows.map((row) => indexRow(row, schema, page))));
    await Promise.all(writes);
  }
  const writeMs = performance.now() - start;
  const readMs: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const at = performance.now();
    const row = await dexie.table<PageRow<Content>>('pages').get((read * 7) % pages.length);
    if (!row || !decode(row.content).at(read)) throw new Error('A stored page lacks its rows.');
    readMs.push(performance.now() - at);
  }
  dexie.close();
  await Dexie.delete(name);
  return { layout, writeMs, readMs };
}

const withoutIndexes = ({ schema, rows }: StoredTable): StoredTable => ({
  schema: schema.split(', ')[0] ?? schema,
  rows,
});

/** Write the rows of a loaded replica in several layouts, all in one run. */
export async function compareLayouts(
  name: string,
  documents: number,
): Promise<{ floorMs: number; unindexedMs: number; layouts: LayoutTimes[] }> {
  const { replica } = await loadReplica(name, documents);
  const tables = await takeTables(replica);
  const pages = Math.ceil(documents / PAGE);
  const floorMs = await writeFloor(name, tables, pages);
  const unindexedMs = await writeFloor(`${name}-keys`, tables.map(withoutIndexes), pages);
  const asText = {
    encode: (rows: unknown[]) => new TextEncoder().encode(JSON.stringify(rows)),
    decode: (content: Uint8Array): unknown[] => JSON.parse(new TextDecoder().decode(content)),
  };
  const asObjects = { encode: (rows: unknown[]) => rows, decode: (content: unknown[]) => content };
  const layouts = [
    await writeWholePages(`${name}-a`, tables, { layout: 'pages as objects', indexed: false, ...asObjects }),
    await writeWholePages(`${name}-b`, tables, { layout: 'pages as JSON', indexed: false, ...asText }),
    await writeWholePages(`${name}-c`, tables, {
      layout: 'pages as JSON, index rows',
      indexed: true,
      ...asText,
    }),
  ];
  return { floorMs, unindexedMs, layouts };
}
