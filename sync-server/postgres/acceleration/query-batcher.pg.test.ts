import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { batchedReader } from './acceleration.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true, max: 4 });
  await database.pool.query("CREATE TABLE place (name text PRIMARY KEY); INSERT INTO place VALUES ('A1')");
});
afterAll(() => database.drop());

const ask = (text: string, values: unknown[] = []) => batchedReader(database.pool).query({ text, values });

test('concurrent queries get separate results, and a failing query fails alone', async () => {
  const ends = await Promise.allSettled([
    ask('SELECT $1::int AS n', [1]),
    ask('SELECT 1 / $1::int AS n', [0]),
    ask('SELECT $1::int AS n', [3]),
  ]);
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.rows[0]?.['n'] : 'failed'))).toEqual([
    1,
    'failed',
    3,
  ]);
});

test('concurrent queries share one connection', async () => {
  const pids = await Promise.all(Array.from({ length: 6 }, () => ask('SELECT pg_backend_pid() AS pid')));
  expect(new Set(pids.map(({ rows }) => rows[0]?.['pid'])).size).toBe(1);
});

test('a query never reads data from before its request', async () => {
  const queries = [ask('SELECT pg_sleep(0.05)')];
  await database.pool.query("INSERT INTO place VALUES ('B1')");
  const { rows } = await ask("SELECT name FROM place WHERE name = 'B1'");
  expect(rows).toHaveLength(1);
  await Promise.all(queries);
});

test('a broken connection fails only its own queries', async () => {
  await expect(ask('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  expect((await ask('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
});
