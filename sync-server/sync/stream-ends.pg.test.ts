import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

const HEARTBEAT_MS = 15_000;

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => lab.close());

/** Opens the stream and waits for its first poke; `ended` resolves when the server closes it. */
function openStream(caller: Caller): Promise<{ ended: Promise<void> }> {
  const { port } = lab.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/api/sync/stream', headers: lab.headersOf(caller) };
    const call = http.get(options, (answer) => {
      const ended = new Promise<void>((done) => answer.once('end', done));
      answer.on('data', (chunk) => String(chunk).includes('event: poke') && resolve({ ended }));
    });
    call.once('error', reject);
  });
}

test('the stream of a person whose session has ended is closed with the next heartbeat, others stay open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const manager = await openStream('LAB_MANAGER');
  const tech = await openStream('LAB_TECH');
  const { readSession } = lab.services;
  lab.services.readSession = async (request) => {
    const session = await readSession(request);
    return session?.role === 'LAB_TECH' ? null : session;
  };
  vi.advanceTimersByTime(HEARTBEAT_MS);
  await tech.ended;
  lab.services.readSession = readSession;
  const stillOpen = await Promise.race([
    manager.ended.then(() => false),
    new Promise((resolve) => setImmediate(() => resolve(true))),
  ]);
  expect(stillOpen).toBe(true);
});

test('the stream of a person who is deactivated ends at once, without waiting for a heartbeat', async () => {
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
  await analyst.ended;
  const open = await Promise.race([manager.ended.then(() => false), lab.rows('SELECT 1').then(() => true)]);
  expect(open).toBe(true);
  lab.services.readSession = readSession;
});
