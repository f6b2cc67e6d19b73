import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { compareWithServer } from '#pwa/replica/store/stored-documents.ts';
import { APPLICATION_ROLE } from '#sync-server/postgres/application-role.ts';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
import { migrate } from '#sync-server/postgres/migrate.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { openBenchLab } from './bench-lab.ts';
import { insertWorld } from './bench-world.ts';
import { personAt, startingWorld } from './convergence-steps.ts';
import { openDevice, syncOnce } from './simulated-device.ts';

const MOVES = 24;
const homes: string[] = [];

afterEach(async () => {
  for (const home of homes.splice(0)) {
    const server = await startEmbeddedPostgres({ home });
    expect(await server.stop()).toBe('stopped');
    for (const folder of [server.dataDirectory, home]) rmSync(folder, { recursive: true, force: true });
  }
});

const postmasterOf = (dataDirectory: string): number =>
  Number(readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);

const countOf = async (pool: Pool, text: string): Promise<number> =>
  Number((await pool.query<{ n: number }>(text)).rows[0]?.n);

test('a database killed while a device sends its shift has each operation once after its restart', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-killed-'));
  homes.push(home);
  const cluster = await startEmbeddedPostgres({ home });
  const pool = createPool(cluster.ownerUrl, { max: 4 });
  await migrate(pool, undefined, APPLICATION_ROLE);
  const lab = await openBenchLab({ url: cluster.url, pool, owner: pool, drop: () => pool.end() });
  const person = personAt(0);
  await lab.addPerson(person);
  await insertWorld(lab, startingWorld());
  const device = await openDevice({ name: 'killed-database', actor: person, send: lab.sendAs(person) });
  await syncOnce(device);
  for (let count = 0; count < MOVES; count++)
    await device.run('move-sample', {
      sampleId: 's1',
      containerId: 'box-0',
      position: `A${(count % 12) + 1}`,
    });
  const sending = syncOnce(device);
  // The first operations are committed; the others meet a stopped database.
  await expect
    .poll(() => countOf(pool, 'SELECT count(*) AS n FROM operation'), { interval: 5, timeout: 20_000 })
    .toBeGreaterThan(0);
  process.kill(postmasterOf(cluster.dataDirectory), 'SIGKILL');
  await sending;
  expect(await syncOnce(device)).toBe(false);
  // A port that the dying processes still use is given up; the server process starts again.
  const { url } = await startEmbeddedPostgres({ home });
  await lab.server.restart(url);
  expect(await syncOnce(device)).toBe(true);
  expect(device.outbox.all().map(({ state, n }) => `${n} ${state}`)).toEqual(
    Array.from({ length: MOVES }, (_, index) => `${index + 1} settled`),
  );
  const after = createPool(url, { max: 1 });
  expect(await countOf(after, 'SELECT count(*) AS n FROM operation')).toBe(MOVES);
  expect(await countOf(after, `SELECT count(*) AS n FROM event WHERE type = 'SAMPLE_MOVED'`)).toBe(MOVES);
  await after.end();
  expect(await compareWithServer(device.store, device.api)).toEqual([]);
  await device.close();
  await lab.close();
});
