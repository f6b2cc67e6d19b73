import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { parseAcceleration } from './acceleration/parts.ts';
import { createPool, createSidePool } from './pool.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => database.drop());

/** Ask three things at once; returns the answers and how many of the queries left before the first answer. */
async function askAtOnce(pool: pg.Pool): Promise<{ answers: unknown[]; sentAtOnce: number }> {
  const client = await pool.connect();
  if (!(client instanceof pg.Client)) throw new Error('The pool gives other connections.');
  const writes = vi.spyOn(client.connection.stream, 'write');
  const queries = [1, 2, 3].map((n) => client.query('SELECT $1::int AS n', [n]));
  const sentText = Buffer.concat(writes.mock.calls.map(([bytes]) => Buffer.from(bytes))).toString('latin1');
  const answers = (await Promise.all(queries)).map(({ rows }) => rows[0]?.n);
  client.release();
  return { answers, sentAtOnce: sentText.split('SELECT $1::int AS n').length - 1 };
}

test('the installed pg is the pinned version', () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(read('node_modules/pg/package.json'));
  const { dependencies } = z
    .object({ dependencies: z.object({ pg: z.string() }) })
    .parse(read('package.json'));
  expect(dependencies.pg).toBe(version);
});

test('a pool sends queries before the previous one is answered, and each gets its own result', async () => {
  expect(await askAtOnce(database.pool)).toEqual({ answers: [1, 2, 3], sentAtOnce: 3 });
});

test.each(['pipeline', 'all'])('a pool without %s sends them one after another', async (off) => {
  const pool = createPool(database.url, { max: 1, acceleration: parseAcceleration(off) });
  expect(await askAtOnce(pool)).toEqual({ answers: [1, 2, 3], sentAtOnce: 1 });
  await pool.end();
});

test('a failing statement does not affect statements that were sent with it', async () => {
  const client = await database.pool.connect();
  const ask = (text: string, n: number) => client.query(text, [n]);
  const ends = await Promise.allSettled([
    ask('SELECT $1::int AS n', 1),
    ask('SELECT 1 / $1::int AS n', 0),
    ask('SELECT $1::int AS n', 3),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  client.release();
});

test('a side pool has the address and settings of the first, without its types and its sending ahead', async () => {
  const side = createSidePool(database.pool, { name: 'side', max: 1, onError: () => undefined });
  expect(await askAtOnce(side)).toEqual({ answers: [1, 2, 3], sentAtOnce: 1 });
  const { rows } = await side.query("SELECT 1::bigint AS big, current_setting('application_name') AS name");
  expect(rows).toEqual([{ big: '1', name: 'side' }]);
  await side.end();
});
