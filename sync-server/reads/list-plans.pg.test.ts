import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { service } from '#db/ordering/services/service.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { dropConstraints, fillOperations, fillTable, REFERENCED_ROWS, rowId } from './fill-table.ts';
import { LONG_TABLES, type LongList, longListsOver } from './long-lists.ts';

// Enough rows that Postgres prefers an index to a scan in each list, as the last test proves.
const MANY = 40_000;

/**
 * Omitted lists: those with at most some hundred rows, which Postgres rightly scans (services, protocols,
 * procedures and sections, list prices and prices of projects, videos, permission groups), and the simulated
 * payments and shipments of Dev Tools. Sorts that no page uses by default are omitted too: they sort the rows
 * of the lab in memory, as an index for each would make every write more expensive.
 */
let database: TestDatabase;
let lists: Readonly<Record<string, LongList>>;
beforeAll(async () => {
  database = await createTestDatabase();
  lists = longListsOver(database.pool);
  const first = await database.owner.connect();
  await dropConstraints(first);
  await fillOperations(first, MANY);
  await fillTable(first, service, REFERENCED_ROWS, { protocolId: rowId('n') });
  first.release(true);
  // Two at a time, because the owner has two connections.
  const perConnection = async (work: (owner: typeof first, place: number) => Promise<unknown>) => {
    let next = 0;
    const run = async () => {
      const owner = await database.owner.connect();
      try {
        for (let place = next++; place < LONG_TABLES.length; place = next++) await work(owner, place);
      } finally {
        owner.release(true);
      }
    };
    await Promise.all([run(), run()]);
  };
  await perConnection(async (owner, place) => {
    const [entity, own] = LONG_TABLES[place] ?? [];
    if (entity) await fillTable(owner, entity, MANY, own);
  });
  // Afterwards, because a concurrent transaction keeps a vacuum from marking rows visible to all.
  const tables = [...LONG_TABLES.map(([entity]) => `"${entity.table}"`), 'operation', 'service'];
  await database.owner.query(`VACUUM ANALYZE ${tables.join(', ')}`);
}, 600_000);
afterAll(() => database.drop());
afterEach(() => vi.restoreAllMocks());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const long = new Set(['operation', ...LONG_TABLES.map(([entity]) => entity.table)]);

async function planOf(text: string, values: unknown[], settings = ''): Promise<Plan[]> {
  const client = await database.pool.connect();
  try {
    await client.query(`BEGIN; ${settings}`);
    const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values });
    await client.query('ROLLBACK');
    const plans = rows[0]['QUERY PLAN'] as { Plan: Plan }[];
    return plans.flatMap(({ Plan: plan }) => nodesOf(plan));
  } finally {
    client.release();
  }
}

const isLong = (node: Plan): boolean => long.has(node['Relation Name'] ?? '');

/**
 * To count all rows, Postgres may scan the table here, because the rows are narrower than in a lab: an index
 * that supports a count must exist.
 */
async function isCountedByIndex(text: string, values: unknown[]): Promise<boolean> {
  if (!text.startsWith('select count(*)') || values.length > 1) return false;
  const nodes = await planOf(
    text,
    values,
    'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off',
  );
  // Joined tables are read by id.
  const countedTable = /from "(\w+)"/.exec(text)?.[1];
  return nodes
    .filter((node) => node['Relation Name'] === countedTable)
    .every((node) => node['Node Type'] === 'Index Only Scan');
}

/** Return the long tables that the statements of a list scan. */
async function walkedBy(read: () => Promise<unknown>): Promise<string[]> {
  const querySpy = vi.spyOn(database.pool, 'query');
  await read();
  const calls: readonly (readonly unknown[])[] = querySpy.mock.calls;
  querySpy.mockRestore();
  const walks = new Set<string>();
  for (const [first, second] of calls) {
    const statement = typeof first === 'string' ? { text: first, values: second } : first;
    const { text, values } = statement as { text: string; values: unknown[] };
    const walked = (await planOf(text, values)).filter(
      (node) => isLong(node) && node['Node Type'].includes('Seq Scan'),
    );
    if (walked.length > 0 && !(await isCountedByIndex(text, values)))
      for (const node of walked) walks.add(`${node['Relation Name']}: ${text}`);
  }
  return [...walks];
}

/** Return the id of a row in the middle of the list. */
async function cursorOf({ read, opens }: LongList): Promise<string> {
  const { rows, total } = await read({ sort: opens });
  expect(total).toBeGreaterThan(MANY / 100);
  const { id, userCompanyId } = rows[7] as { id: string; userCompanyId?: string };
  return userCompanyId ?? id;
}

test.each(Object.keys(longListsOver(undefined as never)))(
  'the list of %s scans no long table',
  async (name) => {
    const list = lists[name];
    if (!list) throw new Error(name);
    const { opens, filters, read, searched, paged } = list;
    const queries: Record<string, string>[] = [
      { sort: opens },
      ...filters.map((one) => ({ sort: opens, ...one })),
    ];
    if (searched !== false) queries.push({ sort: opens, search: 'c4ca4238a0b9' });
    if (paged !== false) queries.push({ sort: opens, cursor: await cursorOf(list) });
    const problems: string[] = [];
    for (const query of queries)
      for (const walked of await walkedBy(() => read(query)))
        problems.push(`${JSON.stringify(query)} walks ${walked}`);
    expect(problems).toEqual([]);
  },
  120_000,
);

test.each([
  ['specimens of the lab', 'specimen_list_created_at', {}],
  ['samples', 'sample_search', { search: 'c4ca4238a0b9' }],
])('the list of %s without %s scans its table', async (name, index, query) => {
  await database.owner.query(`DROP INDEX ${index}`);
  const list = lists[name];
  expect(await walkedBy(async () => list?.read({ sort: list.opens, ...query }))).not.toEqual([]);
});
