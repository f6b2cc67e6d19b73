import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '#sync-server/postgres/test-database.ts';
import setUpTestCluster from '#sync-server/postgres/vitest-cluster.ts';
import { buildApp } from '../build-app.mjs';
import { ROOT } from '../install-packages.mjs';

const START_LIMIT_MS = 120_000;

/** Waits for the line with the address; a server that ends before it has failed. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const late = setTimeout(
      () => reject(new Error(`The server did not start in time:\n${output}`)),
      START_LIMIT_MS,
    );
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /ready on (http:\S+)/.exec(output)?.[1];
      if (!url) return;
      clearTimeout(late);
      resolve(url);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
}

const stopped = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });

/** Playwright's global set-up: the built app, one real server on a free port, its own database with the demo lab. */
export default async function startE2eServer(): Promise<() => Promise<void>> {
  buildApp();
  const leaveCluster = await setUpTestCluster();
  const database = await createTestDatabase({ max: 1 });
  const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-e2e-'));
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: home,
    DATABASE_URL: database.url,
    DEMO: '1',
    LOG_LEVEL: 'error',
  };
  const args = ['--import', 'tsx', path.join(ROOT, 'sync-server', 'main.ts')];
  const server = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...settings } });
  const tearDown = async (): Promise<void> => {
    await stopped(server);
    await database.drop();
    await leaveCluster();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    process.env['BENCHSIDE_E2E_URL'] = await addressOf(server);
    process.env['BENCHSIDE_E2E_DATABASE'] = database.url;
    server.stderr?.pipe(process.stderr);
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}
