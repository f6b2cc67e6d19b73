import { pino } from 'pino';
import request from 'supertest';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { jsonRoute } from './api-route.ts';
import { healthRoute } from './public-routes.ts';
import { networkOf, REQUEST_LIMITS, type RequestLimits } from './request-limits.ts';
import type { Session } from './session.ts';

const pool = createPool('postgres://nobody:secret@127.0.0.1:1/none');
afterAll(() => pool.end());

const answering = (path: `/api/${string}`, access: 'open' | 'session', method: 'get' | 'post' = 'get') =>
  jsonRoute({ method, path, access, handler: async () => ({ ok: true }) });
const ROUTES = [
  answering('/api/entity', 'open'),
  answering('/api/session-only', 'session'),
  answering('/api/sync/feed', 'session'),
  answering('/api/auth/_log', 'open', 'post'),
  healthRoute,
];

/** An app with small limits for tests; `x-person` identifies the caller. */
function openApp(limits: Partial<RequestLimits>) {
  const services = {
    pool,
    env: readEnv({ TRUST_PROXY: '1' }),
    logger: pino({ level: 'silent' }),
    readSession: async ({ headers }: { headers: Record<string, unknown> }) =>
      // The marked edge: the code reads only these fields.
      headers['x-person'] ? ({ userId: String(headers['x-person']), entity: 'WBL' } as Session) : null,
    now: () => new Date(),
    stopping: new AbortController().signal,
  };
  const app = createApp(services, {
    routes: ROUTES,
    dist: '/nonexistent',
    limits: { ...REQUEST_LIMITS, ...limits },
  });
  return (path: string, headers: Record<string, string> = {}, method: 'get' | 'post' = 'get') =>
    request(app)[method](path).set('Host', 'localhost').set(headers);
}

const SMALL = { burst: 3, perSecond: 0.1 };
const COOKIE = { Cookie: 'benchside=x' };

async function statuses(times: number, call: () => request.Test): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) all.push((await call()).status);
  return all;
}

test('a flood from one address without cookies is refused with a retry time', async () => {
  const call = openApp({ anonymous: SMALL });
  expect(await statuses(3, () => call('/api/entity'))).toEqual([200, 200, 200]);
  const refusal = await call('/api/entity');
  expect(refusal.status).toBe(429);
  expect(refusal.body).toEqual({
    error: 'Too many requests. Wait 10 seconds and try again.',
    code: 'RATE_LIMITED',
    issues: [],
  });
  expect(refusal.headers['retry-after']).toBe('10');
});

test('a flood to the API is refused also on unknown paths, and with a made-up cookie', async () => {
  const call = openApp({ anonymous: SMALL, address: SMALL });
  expect((await statuses(4, () => call('/api/nothing'))).at(-1)).toBe(429);
  expect((await statuses(4, () => call('/api/nothing', COOKIE))).at(-1)).toBe(429);
});

test('another address can continue while one is refused', async () => {
  const call = openApp({ anonymous: SMALL });
  const from = (address: string) => () => call('/api/entity', { 'X-Forwarded-For': address });
  expect((await statuses(4, from('192.0.2.1'))).at(-1)).toBe(429);
  expect((await from('192.0.2.2')()).status).toBe(200);
  // All addresses of one IPv6 network count as one caller.
  expect(await statuses(3, from('2001:db8::1'))).toEqual([200, 200, 200]);
  expect((await from('2001:db8:0:0:ffff::2')()).status).toBe(429);
});

test('a person is counted across addresses, and colleagues behind the same address can continue', async () => {
  const call = openApp({ person: SMALL });
  let n = 0;
  const as = (person: string) => () =>
    call('/api/session-only', { ...COOKIE, 'x-person': person, 'X-Forwarded-For': `192.0.2.${n++}` });
  expect(await statuses(4, as('ann'))).toEqual([200, 200, 200, 429]);
  expect((await as('bob')()).status).toBe(200);
});

test("a bench's sync with a session is not counted", async () => {
  const call = openApp({ person: SMALL, address: SMALL, anonymous: SMALL });
  const sync = () => call('/api/sync/feed', { ...COOKIE, 'x-person': 'ann' });
  expect(new Set(await statuses(20, sync))).toEqual(new Set([200]));
  // Without any cookie the caller is anonymous.
  expect((await statuses(4, () => call('/api/sync/feed'))).at(-1)).toBe(429);
});

test('anonymous callers can cause only few log lines', async () => {
  const call = openApp({ log: SMALL });
  const log = () => call('/api/auth/_log', COOKIE, 'post');
  expect(await statuses(4, log)).toEqual([200, 200, 200, 429]);
  expect((await call('/api/entity')).status).toBe(200);
});

test('health is never counted', async () => {
  const call = openApp({ anonymous: { burst: 1, perSecond: 0.1 } });
  expect(new Set(await statuses(3, () => call('/api/health')))).toEqual(new Set([503]));
});

test('the limits are far above a shift change: a hundred people open ten pages within a minute', () => {
  const { anonymous, address, person } = REQUEST_LIMITS;
  const requests = 100 * 10 * 20;
  expect(address.burst).toBeGreaterThan(requests);
  // Pages before sign-in make only a few API calls.
  expect(anonymous.burst).toBeGreaterThan(100 * 30);
  expect(person.burst).toBeGreaterThan(10 * 20 * 10);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
