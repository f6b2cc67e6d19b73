import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { type KeepRunningOptions, keepRunning } from './keep-running.ts';
import { createPool } from './pool.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-keep-'));
const start = () => startEmbeddedPostgres({ home, settings: ['fsync=off'], keepPort: true });
let server: EmbeddedPostgres;
let stopWatching: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  server = await start();
});
afterEach(() => stopWatching());
afterAll(async () => {
  expect(await server.stop()).toBe('stopped');
  for (const folder of [server.dataDirectory, home]) rmSync(folder, { recursive: true, force: true });
});

const postmaster = (): number =>
  Number(readFileSync(path.join(server.dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);

function watch(options: Partial<KeepRunningOptions> = {}) {
  const lines: string[] = [];
  const giveUp = vi.fn();
  stopWatching = keepRunning(server, {
    start,
    report: (line) => lines.push(line),
    giveUp,
    everyMs: 20,
    ...options,
  });
  return { lines, giveUp };
}

test.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)(
  'an embedded Postgres that ends by %s is restarted at its address',
  async (signal) => {
    const pool = createPool(server.url, { max: 2 });
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    const before = postmaster();
    const { lines, giveUp } = watch();
    process.kill(before, signal);
    await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 60_000 });
    expect(lines).toEqual([
      'The database ended unexpectedly. Starting it again …',
      'The database runs again. Nothing that was saved is lost.',
    ]);
    expect(giveUp).not.toHaveBeenCalled();
    expect(postmaster()).not.toBe(before);
    // The pool replaces connections to the ended server.
    await vi.waitFor(async () => expect((await pool.query('SELECT 2 AS n')).rows).toEqual([{ n: 2 }]));
    await pool.end();
  },
);

test('an embedded Postgres that cannot restart ends the process with the reason', async () => {
  const { giveUp } = watch({ start: () => Promise.reject(new Error('no space left on device')) });
  process.kill(postmaster(), 'SIGINT');
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalled(), { timeout: 20_000 });
  expect(giveUp).toHaveBeenCalledWith('The database cannot be started again: no space left on device');
  await stopWatching();
  server = await start();
});

test('an embedded Postgres stays down after an intended stop', async () => {
  const { lines } = watch();
  await stopWatching();
  expect(await server.stop()).toBe('stopped');
  expect(lines).toEqual([]);
  server = await start();
});
