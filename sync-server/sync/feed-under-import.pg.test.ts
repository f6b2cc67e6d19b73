import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFeed } from './feed.ts';
import { readFirstLoad } from './snapshot.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

const CHUNKS = 20;
const CHUNK = 500;

/** Insert rows into the table past the API, like a person at psql. */
const importRows = async (): Promise<void> => {
  for (let chunk = 0; chunk < CHUNKS; chunk += 1)
    await lab.database.pool.query(
      `INSERT INTO storage_management (id, created_at, updated_at, entity, type, name, status)
       SELECT 'chunk-${chunk}-' || i, now(), now(), 'WBL', 'BOX', 'Box', 'ACTIVE' FROM generate_series(1, $1) AS i`,
      [CHUNK],
    );
};

/** The cursor of a device that has loaded everything. */
const loaded = () => readFirstLoad(lab.database.pool, lab.tess, { limit: 1 });

/**
 * Follow the feed with that device until `enough` returns true; returns every received id, with repetitions.
 */
async function follow(
  { generation, head }: Awaited<ReturnType<typeof loaded>>,
  enough: (receivedIds: readonly string[]) => boolean,
): Promise<string[]> {
  const receivedIds: string[] = [];
  for (let cursor = head; !enough(receivedIds); ) {
    const page = await readFeed(lab.database.pool, lab.tess, { generation, cursor, limit: 1_200 });
    expect(page.cursor).toBeGreaterThanOrEqual(cursor);
    receivedIds.push(...page.documents.map(({ id }) => id));
    cursor = page.cursor;
  }
  return receivedIds;
}

test('ten thousand rows imported past the server reach a pulling device, each once', async () => {
  const start = await loaded();
  const [receivedIds] = await Promise.all([
    follow(start, ({ length }) => length >= CHUNKS * CHUNK),
    importRows(),
  ]);
  expect(receivedIds).toHaveLength(CHUNKS * CHUNK);
  expect(new Set(receivedIds).size).toBe(receivedIds.length);
});

test('a transaction that stays open, in this database or another of the cluster, delays no feed', async () => {
  const url = new URL(lab.database.url);
  const firstClient = new pg.Client({ connectionString: url.href });
  url.pathname = '/postgres';
  const secondClient = new pg.Client({ connectionString: url.href });
  for (const client of [firstClient, secondClient]) {
    await client.connect();
    await client.query('BEGIN; CREATE TEMP TABLE writing (n int); INSERT INTO writing VALUES (1)');
  }
  const start = await loaded();
  const [receivedIds] = await Promise.all([
    follow(start, (ids) => ids.includes('news')),
    lab.database.pool.query(
      `INSERT INTO storage_management (id, created_at, updated_at, entity, type, name, status)
       VALUES ('news', now(), now(), 'WBL', 'BOX', 'Box', 'ACTIVE')`,
    ),
  ]);
  expect(receivedIds).toEqual(['news']);
  for (const client of [firstClient, secondClient]) await client.end();
});

test('a cursor from before the stored history starts again', async () => {
  const { generation, head } = await readFirstLoad(lab.database.pool, lab.tess, { limit: 1 });
  await lab.database.pool.query(`UPDATE sync_head SET floor = rev WHERE lab = 'WBL'`);
  const at = (cursor: number) =>
    readFeed(lab.database.pool, lab.tess, { generation, cursor, limit: 10 }).then(({ cursor: end }) => end);
  await expect(at(head - 1)).rejects.toMatchObject({ status: 410, code: 'GENERATION_CHANGED' });
  expect(await at(head)).toBe(head);
});
