import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAIN = path.join(path.dirname(fileURLToPath(import.meta.url)), 'main.ts');

/** Start the server with these settings and return how it ended. */
const start = (settings: Record<string, string>): Promise<{ code: number | null; errors: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'silent', ...settings };
    const server = spawn(process.execPath, ['--import', 'tsx', MAIN], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    server.stderr.on('data', (chunk) => {
      errors += String(chunk);
    });
    server.once('close', (code) => resolve({ code, errors }));
  });

describe('a start that cannot succeed ends with one clear line', () => {
  let other: Server;
  let port: number;
  beforeAll(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    port = address && typeof address === 'object' ? address.port : 0;
  });
  afterAll(() => new Promise((resolve) => other.close(resolve)));

  it('when the port is in use', async () => {
    expect(await start({ PORT: String(port) })).toEqual({
      code: 1,
      errors: `Benchside cannot start: Port ${port} is in use. Stop the program that uses it, or set PORT to another one.\n`,
    });
  });

  it('when the database is unreachable, without revealing the password', async () => {
    expect(await start({ DATABASE_URL: 'postgres://lab:top-secret@127.0.0.1:1/bench' })).toEqual({
      code: 1,
      errors:
        'Benchside cannot start: The database at 127.0.0.1:1/bench cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.\n',
    });
  });

  it.each([
    ['/dev/null/data', 'ENOTDIR'],
    // Root may write everywhere except here.
    ['/proc/benchside/data', 'ENOENT'],
  ])('when the data folder cannot be used: %s', async (folder, reason) => {
    expect(await start({ DATA_DIR: folder })).toEqual({
      code: 1,
      errors: `Benchside cannot start: The data folder ${folder} cannot be used (${reason}). Give this user rights on it, or set DATA_DIR.\n`,
    });
  });

  it('when a setting is wrong', async () => {
    const { code, errors } = await start({ PORT: 'many', DEMO: 'yes' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^Benchside cannot start: PORT is not a port number; DEMO is 1 .*\n$/);
  });
});
