import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '#sync-server/postgres/pool.ts';
import { TEST_CLUSTER_URL } from '#sync-server/postgres/test-cluster.ts';
import { readFeed } from '#sync-server/sync/feed.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { readFirstLoad } from '#sync-server/sync/snapshot.ts';
import { envelope, openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';

const SCRIPT = path.join(path.dirname(fileURLToPath(import.meta.url)), 'new-generation.ts');
const run = promisify(execFile);

let lab: TestLab;
let pool: pg.Pool;
beforeAll(async () => {
  lab = await openTestLab();
  pool = lab.database.pool;
});
afterAll(async () => {
  if (!pool.ended) await pool.end();
  await administer(`DROP DATABASE IF EXISTS ${copyOf()} WITH (FORCE)`);
  await lab.database.drop();
});

const nameOf = (): string => new URL(lab.database.url).pathname.slice(1);
const copyOf = (): string => `${nameOf()}_backup`;

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[TEST_CLUSTER_URL] });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copy and replace databases while nobody is connected. */
async function whileAway(...statements: string[]): Promise<void> {
  await pool.end();
  await administer(...statements);
  pool = createPool(lab.database.url);
}

test('after a restore every device loads everything again and resends its log, which is applied exactly once', async () => {
  const deviceId = await lab.enroll(lab.tess);
  const queuedOperations = ['one', 'two', 'three'].map((id, index) =>
    envelope(index + 1, 'build-place', { id, name: `Place ${id}` }),
  );
  const push = (operations: typeof queuedOperations) =>
    pushOperations({ ...lab.engine, pool }, lab.tess, { deviceId, protocol: 1, operations });
  const loaded = await readFirstLoad(pool, lab.tess, { after: undefined, limit: 10 });
  const first = await push(queuedOperations.slice(0, 1));
  await whileAway(`CREATE DATABASE ${copyOf()} TEMPLATE ${nameOf()}`);
  expect((await push(queuedOperations.slice(1))).verdicts).toMatchObject([
    { outcome: 'APPLIED' },
    { outcome: 'APPLIED' },
  ]);
  await whileAway(
    `DROP DATABASE ${nameOf()} WITH (FORCE)`,
    `ALTER DATABASE ${copyOf()} RENAME TO ${nameOf()}`,
  );

  const { stdout } = await run(process.execPath, ['--import', 'tsx', SCRIPT], {
    env: { PATH: process.env['PATH'], DATABASE_URL: lab.database.url },
  });
  expect(stdout).toContain('A new generation has begun');
  const { generation, head } = loaded;
  await expect(
    readFeed(pool, lab.tess, { generation, cursor: head, limit: 10, device: deviceId }),
  ).rejects.toMatchObject({ status: 410, code: 'GENERATION_CHANGED' });
  const reload = await readFirstLoad(pool, lab.tess, { after: undefined, limit: 10 });
  expect(reload.generation).not.toBe(generation);

  const replay = await push(queuedOperations);
  expect(replay.verdicts[0]).toEqual(first.verdicts[0]);
  expect(replay.verdicts.slice(1)).toMatchObject([{ outcome: 'APPLIED' }, { outcome: 'APPLIED' }]);
  expect((await push(queuedOperations)).verdicts).toEqual(replay.verdicts);
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM storage_management WHERE id IN ('one', 'two', 'three')) AS places,
       (SELECT count(*)::int FROM event WHERE type = 'CONTAINER_CREATED') AS told, (SELECT count(*)::int FROM operation) AS log`,
  );
  expect(rows).toEqual([{ places: 3, told: 3, log: 3 }]);
});
