import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { referencesOf } from './references.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const snake = (field: string): string => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
const tableOf = new Map(CATALOGUE.map(({ name, table }) => [name, table]));

test('every foreign key between tables of the catalog has the same target in the data model', async () => {
  const { rows } = await database.pool.query<{ key: string; target: string }>(
    `SELECT c.conrelid::regclass::text || '.' || a.attname AS key, c.confrelid::regclass::text AS target
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'f' AND a.attname <> 'created_by_id'`,
  );
  const unquote = (name: string): string => name.replaceAll('"', '');
  const targetByKey = new Map(
    CATALOGUE.flatMap((entity) =>
      referencesOf(entity).map(({ field, target }) => [
        `${entity.table}.${snake(field)}`,
        tableOf.get(target),
      ]),
    ),
  );
  const tables = new Set(tableOf.values());
  const keys = rows
    .map(({ key, target }) => ({ key: unquote(key), target: unquote(target) }))
    .filter(({ key, target }) => tables.has(key.split('.')[0] ?? '') && tables.has(target));
  expect(keys.length).toBeGreaterThan(80);
  expect(keys.filter(({ key, target }) => targetByKey.get(key) !== target)).toEqual([]);
});
