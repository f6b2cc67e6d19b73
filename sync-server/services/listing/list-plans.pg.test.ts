import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { service } from '#db/ordering/service.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { dropConstraints, FEW, fillOperations, fillTable, rowId } from './fill-table.ts';
import { LONG_TABLES, type LongList, longListsOver } from './long-lists.ts';

const MANY = 200_000;

/**
 * Lists that are left out, as no lab has more than some hundred of their rows, which Postgres rightly reads whole:
 * services, protocols, procedures and sections, list prices and prices of projects, videos, groups of permissions.
 * The simulated payments and parcels of Dev Tools hold what somebody tried out. Sorts that nobody's page opens with are
 * left out, too: they sort the rows of the lab in memory, as an index for each would make every write dearer.
 */
let database: TestDatabase;
let lists: Readonly<Record<string, LongList>>;
beforeAll(async () => {
  database = await createTestDatabase();
  lists = longListsOver(database.pool);
  const first = await database.owner.connect();
  await dropConstraints(first);
  await fillOperations(first, MANY);
  await fillTable(first, service, FEW, { protocolId: rowId('n') });
  first.release(true);
  // Two at a time, as the owner has two connections.
  const perConnection = async (work: (owner: typeof first, place: number) => Promise<unknown>) => {
    let next = 0;
    const run = async () => {
      const owner = await database.owner.connect();
      try {
        for (let place = next++; place < LONG_TABLES.length; place = next++) await work(owner, place);
      } finally {
        const { rows: [me] } = await owner.query('SELECT pg_backend_pid() AS pid');
        console.log('CPU', require('node:fs').readFileSync(`/proc/${me.pid}/stat`, 'utf8').split(' ').slice(13, 15));
        owner.release(true);
      }
    };
    await Promise.all([run(), run()]);
  };
  await perConnection(async (owner, place) => {
    const [entity, own] = LONG_TABLES[place] ?? [];
    const t0 = performance.now(); if (entity) await fillTable(owner, entity, MANY, own); console.log(entity?.table, Math.round(performance.now() - t0));
  });
  // Afterwards, as a transaction beside it keeps a vacuum from finding rows visible to all.
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
// Memberships are narrow rows: to count all of them, reading them whole is the cheaper way.
const isWholeCount = (table: string, text: string): boolean =>
  table === 'user_company' && text.startsWith('select count(*)') && !text.includes('ANY');
const long = new Set(['operation', ...LONG_TABLES.map(([entity]) => entity.table)]);

/** Which long tables the statements of a list walk through as a whole. */
async function walkedBy(read: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(database.pool, 'query');
  await read();
  const calls: readonly (readonly unknown[])[] = asked.mock.calls;
  asked.mockRestore();
  const found = new Set<string>();
  for (const [first, second] of calls) {
    const given = typeof first === 'string' ? { text: first, values: second } : first;
    const { text, values } = given as { text: string; values: unknown[] };
    const { rows } = await database.pool.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values });
    const plans = rows[0]['QUERY PLAN'] as { Plan: Plan }[];
    for (const node of plans.flatMap(({ Plan: plan }) => nodesOf(plan))) {
      const table = node['Relation Name'];
      if (node['Node Type'].includes('Seq Scan') && table && long.has(table) && !isWholeCount(table, text))
        found.add(`${table}: ${text}`);
    }
  }
  return [...found];
}

/** The id of a row in the middle of the list. */
async function cursorOf({ read, opens }: LongList): Promise<string> {
  const { rows, total } = await read({ sort: opens });
  expect(total).toBeGreaterThan(MANY / 3);
  const { id, userCompanyId } = rows[7] as { id: string; userCompanyId?: string };
  return userCompanyId ?? id;
}

test.each(Object.keys(longListsOver(undefined as never)))(
  'the list of %s walks through no long table',
  async (name) => {
    const list = lists[name];
    if (!list) throw new Error(name);
    const { opens, filters, read, searched, paged } = list;
    const queries: Record<string, string>[] = [{ sort: opens }, ...filters.map((one) => ({ sort: opens, ...one }))];
    if (searched !== false) queries.push({ sort: opens, search: 'c4ca4238a0b9' });
    if (paged !== false) queries.push({ sort: opens, cursor: await cursorOf(list) });
    const problems: string[] = [];
    for (const query of queries)
      for (const walked of await walkedBy(() => read(query))) problems.push(`${JSON.stringify(query)} walks ${walked}`);
    expect(problems).toEqual([]);
  },
  120_000,
);

test.each([
  ['specimens of the lab', 'specimen_list_created_at', {}],
  ['samples', 'sample_search', { search: 'c4ca4238a0b9' }],
])('the list of %s without %s walks through its table', async (name, index, query) => {
  await database.owner.query(`DROP INDEX ${index}`);
  const list = lists[name];
  expect(await walkedBy(async () => list?.read({ sort: list.opens, ...query }))).not.toEqual([]);
});
