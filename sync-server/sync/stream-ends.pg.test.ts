import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { HeadWatch } from './head-watch.ts';

const HEARTBEAT_MS = 15_000;

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => lab.close());

/** Open the stream and wait for its first poke; `ended` resolves when the server closes it. */
function openStream(caller: Caller): Promise<{ closing: Promise<void> }> {
  const { port } = lab.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/api/sync/stream', headers: lab.headersOf(caller) };
    const call = http.get(options, (answer) => {
      const closing = new Promise<void>((done) => answer.once('end', done));
      answer.on('data', (chunk) => String(chunk).includes('event: poke') && resolve({ closing }));
    });
    call.once('error', reject);
  });
}

test('the stream of an ended session is closed with the next heartbeat, others stay open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const manager = await openStream('LAB_MANAGER');
  const tech = await openStream('LAB_TECH');
  const { readSession } = lab.services;
  lab.services.readSession = async (request) => {
    const session = await readSession(request);
    return session?.role === 'LAB_TECH' ? null : session;
  };
  vi.advanceTimersByTime(HEARTBEAT_MS);
  await tech.closing;
  lab.services.readSession = readSession;
  const stillOpen = await Promise.race([
    manager.closing.then(() => false),
    new Promise((resolve) => setImmediate(() => resolve(true))),
  ]);
  expect(stillOpen).toBe(true);
});

test('the stream of a deactivated person ends at once, without waiting for a heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { readSession } = lab.services;
  lab.services.readSession = async (request) => {
    const session = await readSession(request);
    const [row] = await lab.rows<{ deactivated: boolean }>(
      'SELECT deactivated FROM user_company WHERE id = $1',
      [session?.userCompanyId],
    );
    return row?.deactivated ? null : session;
  };
  const [analyst, manager] = [await openStream('RESEARCH_ASSISTANT'), await openStream('LAB_MANAGER')];
  const [row] = await lab.rows(
    `SELECT id FROM user_company WHERE role = 'RESEARCH_ASSISTANT' AND entity = 'WBL' LIMIT 1`,
  );
  const change = { userCompanyId: row?.['id'], deactivated: true, reason: 'Left the lab' };
  expect((await lab.call('ADMIN', 'patch', '/api/users/toggle-status', change)).status).toBe(200);
  await analyst.closing;
  const open = await Promise.race([manager.closing.then(() => false), lab.rows('SELECT 1').then(() => true)]);
  expect(open).toBe(true);
  lab.services.readSession = readSession;
});

/** The server's side of the next request. */
const nextResponse = (): Promise<http.ServerResponse> =>
  new Promise((resolve) => lab.server.once('request', (_request, response) => resolve(response)));

test('a poke after the end of a stream is not written to it', async () => {
  const subscribe = vi.spyOn(HeadWatch.prototype, 'subscribe');
  const answering = nextResponse();
  const { closing } = await openStream('LAB_MANAGER');
  const response = await answering;
  const wrong: unknown[] = [];
  response.on('error', (error) => wrong.push(error));
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.end();
  const poke = subscribe.mock.calls[0]?.[1];
  poke?.(1_000_001);
  poke?.(1_000_002);
  await Promise.all([closing, closed]);
  expect(poke).toBeDefined();
  expect(wrong).toEqual([]);
});

test('a client that disconnects while the stream opens leaves no listener', async () => {
  await openStream('LAB_TECH');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const subscribe = vi.spyOn(HeadWatch.prototype, 'subscribe');
  const holder = await lab.database.pool.connect();
  await holder.query('BEGIN; LOCK TABLE sync_head');
  const answering = nextResponse();
  const { port } = lab.server.address() as AddressInfo;
  const options = { port, host: '127.0.0.1', path: '/api/sync/stream', headers: lab.headersOf('LAB_TECH') };
  http.get(options, (answer) => answer.destroy()).on('error', () => undefined);
  const response = await answering;
  await new Promise((resolve) => response.once('close', resolve));
  await holder.query('ROLLBACK');
  holder.release();
  await subscribe.mock.results[0]?.value;
  // After this point the code has nothing more to wait for.
  await new Promise((resolve) => setImmediate(resolve));
  expect(subscribe).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
