import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createPool } from './pool.ts';

const homes: string[] = [];
const newHome = (): string => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-embedded-'));
  homes.push(home);
  return home;
};

afterEach(async () => {
  for (const home of homes.splice(0)) {
    const server = await startEmbeddedPostgres({ home });
    expect(await server.stop()).toBe('stopped');
    for (const folder of [server.dataDirectory, home]) rmSync(folder, { recursive: true, force: true });
  }
});

const WRITER = `
import pg from 'pg';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
const { ownerUrl: url } = await startEmbeddedPostgres({ home: process.argv[1] });
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query('CREATE TABLE scan (n int)');
await client.query('INSERT INTO scan SELECT generate_series(1, 500)');
await client.query('BEGIN');
await client.query('INSERT INTO scan VALUES (501)');
process.stdout.write('written');
setInterval(() => undefined, 1000);
`;

/** Run a server-like process and kill its whole group after its commit. */
const writeAndDie = (home: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = ['--import', 'tsx', '--input-type=module', '-e', WRITER, home];
    const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', () => process.kill(-(child.pid ?? 0), 'SIGKILL'));
    child.once('close', (_code, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error('The writer ended by itself.')),
    );
  });

describe('the embedded database', () => {
  it('keeps exactly the committed data when every process of the start is killed', async () => {
    const home = newHome();
    await writeAndDie(home);
    const server = await startEmbeddedPostgres({ home });
    expect(server.adopted).toBe(true);
    const pool = createPool(server.ownerUrl);
    expect((await pool.query('SELECT count(*) AS n FROM scan')).rows).toEqual([{ n: 500 }]);
    await pool.end();
  });

  it('starts again after its own processes were killed too', async () => {
    const home = newHome();
    await writeAndDie(home);
    const { dataDirectory } = await startEmbeddedPostgres({ home });
    const pid = Number(readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    const server = await startEmbeddedPostgres({ home });
    const pool = createPool(server.ownerUrl);
    expect((await pool.query('SELECT count(*) AS n FROM scan')).rows).toEqual([{ n: 500 }]);
    await pool.end();
  });

  it('is shared by two concurrent starts and stays up while one still uses it', async () => {
    const home = newHome();
    const [first, second] = await Promise.all([
      startEmbeddedPostgres({ home }),
      startEmbeddedPostgres({ home }),
    ]);
    expect(first.url).toBe(second.url);
    const pool = createPool(second.ownerUrl);
    await pool.query('SELECT 1');
    expect(await first.stop()).toBe('in use');
    expect((await pool.query('SHOW server_encoding')).rows).toEqual([{ server_encoding: 'UTF8' }]);
    await pool.end();
  });

  it('stays up while clients use all its connections', async () => {
    const server = await startEmbeddedPostgres({ home: newHome(), settings: ['max_connections=4'] });
    const pool = createPool(server.ownerUrl, { max: 4 });
    const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    expect(await server.stop()).toBe('in use');
    for (const client of clients) client.release();
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    await pool.end();
  });

  it('reports an unusable data folder in one line', async () => {
    await expect(startEmbeddedPostgres({ home: '/dev/null/data' })).rejects.toThrow(
      'The data folder /dev/null/data cannot be used (ENOTDIR). Give this user rights on it, or set DATA_DIR.',
    );
  });
});
