import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { query } from './entity-store.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => database.drop());

async function openClient(): Promise<pg.PoolClient & pg.Client> {
  const client = await database.pool.connect();
  if (!(client instanceof pg.Client)) throw new Error('The pool gives other connections.');
  return client;
}

const ask = async (client: pg.ClientBase, n: number): Promise<unknown> => {
  // Like a rule: it reads elsewhere first and queries after an empty result.
  await Promise.resolve();
  return (await query(client, 'SELECT $1::int AS n', [n])).rows[0]?.['n'];
};

test('queries of one turn leave in one packet, and each gets its own result', async () => {
  const client = await openClient();
  await ask(client, 0);
  const writevSpy = vi.spyOn(client.connection.stream, '_writev');
  expect(await Promise.all([1, 2, 3, 4].map((n) => ask(client, n)))).toEqual([1, 2, 3, 4]);
  expect(writevSpy).toHaveBeenCalledTimes(1);
  expect(await ask(client, 5)).toBe(5);
  expect(writevSpy).toHaveBeenCalledTimes(2);
  client.release();
});

test('a failing statement does not affect statements of the same packet', async () => {
  const client = await openClient();
  const ends = await Promise.allSettled([
    ask(client, 1),
    query(client, 'SELECT 1 / $1::int AS n', [0]),
    ask(client, 3),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await ask(client, 4)).toBe(4);
  client.release();
});
