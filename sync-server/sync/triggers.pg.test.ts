import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function functionsOf(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT proname AS name FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
     WHERE tgrelid = (SELECT oid FROM pg_class WHERE relname = $1 AND relkind = 'r') AND NOT tgisinternal`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const own = CATALOGUE.filter(
  ({ table, replica }) => table !== 'person' && replica !== null && 'own' in replica,
);
const embedded = CATALOGUE.flatMap(({ table, replica }) =>
  replica && 'embedded' in replica ? replica.embedded.map((spec) => ({ table, spec })) : [],
);

test('every table of device documents stamps revisions', async () => {
  for (const { table } of own)
    expect([table, await functionsOf(table)]).toEqual([table, expect.arrayContaining(['sync_stamp'])]);
});

test('every embedded row touches its document', async () => {
  for (const { table } of embedded) {
    const touches = (await functionsOf(table)).filter((name) => name.startsWith('sync_touch'));
    expect([table, touches.length > 0]).toEqual([table, true]);
  }
});

test('events and barcodes touch the documents that embed them according to the catalog', async () => {
  for (const { table, spec } of embedded) {
    if (!spec.when || (table !== 'event' && table !== 'barcode')) continue;
    const parents = CATALOGUE.filter(
      ({ replica }) => replica && 'own' in replica && replica.own.collection === spec.collection,
    );
    for (const kind of spec.when.in) {
      const { rows } = await database.pool.query('SELECT sync_target_tables($1, $2) AS tables', [
        table,
        kind,
      ]);
      const touched: unknown = rows[0]?.['tables'];
      const tables = (Array.isArray(touched) ? touched : []).map((name) =>
        name === 'user_company' ? 'person' : name,
      );
      expect([
        table,
        kind,
        spec.collection,
        tables.some((name) => parents.some((parent) => parent.table === name)),
      ]).toEqual([table, kind, spec.collection, true]);
    }
  }
});
