import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { otherTables } from './other-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the types of tables without an entity equal the migrated database', async () => {
  const file = new URL('../sync-server/postgres/other-tables.ts', import.meta.url);
  const expected = await otherTables(database.pool);
  if (process.env['WRITE_OTHER_TABLES'] === '1') writeFileSync(file, expected);
  expect(readFileSync(file, 'utf8')).toBe(expected);
});
