import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_LIST } from '#db/operations.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { enrollForged } from '#sync-server/sync/attacks/forged-device.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const BAD_TEXTS = ['a\u0000b', 'a\ud800b', '\udc00', '\ud83e\ud83e'];
const EXEMPT_PATHS = ['/api/sync/operations', '/api/sync/devices', '/api/lab/data-sync/incidents'];

test('every JSON route returns 422 for a NUL or half a character anywhere in its body, and changes nothing', async () => {
  const before = await lab.fingerprint();
  const routes = ROUTES.flatMap((route) =>
    route.kind === 'json' &&
    route.method !== 'get' &&
    !EXEMPT_PATHS.some((path) => route.path.startsWith(path))
      ? [{ method: route.method, path: route.path.replaceAll(/:\w+/g, ulid()) }]
      : [],
  );
  expect(routes.length).toBeGreaterThan(100);
  const wrong: unknown[] = [];
  for (const [at, { method, path }] of routes.entries()) {
    const text = BAD_TEXTS[at % BAD_TEXTS.length] ?? '';
    for (const body of [{ note: text }, { deep: [{ inner: { text } }] }, { [text]: 1 }]) {
      const { status, body: answer } = await lab.call('ADMIN', method, path, body);
      // A rate limit may apply first.
      if (status !== 429 && !(status === 422 && answer.code === 'VALIDATION'))
        wrong.push({ path, status, answer });
    }
  }
  expect(wrong).toEqual([]);
  expect(await lab.fingerprint()).toBe(before);
});

test('an operation with such a text in its arguments gets a verdict, and the next one is applied', async () => {
  const device = await enrollForged(lab, 'LAB_TECH');
  for (const [at, { name, version }] of OPERATION_LIST.entries()) {
    const text = BAD_TEXTS[at % BAD_TEXTS.length] ?? '';
    const verdict = await device.push(name, { note: text, [text]: text, deep: [{ text }] }, { version });
    expect([name, verdict.outcome]).toEqual([name, 'REJECTED']);
  }
});

test('such a text outside the arguments of an operation refuses the request', async () => {
  const device = await enrollForged(lab, 'LAB_TECH');
  for (const text of BAD_TEXTS) {
    for (const part of [{ name: text }, { base: { [text]: 1 } }]) {
      const { status } = await device.post([{ ...device.operation('move-sample', {}), ...part }]);
      expect(status).toBe(422);
    }
  }
});

test('such a text in a URL is refused clearly', async () => {
  for (const path of ['/api/lab/samples?search=%00', '/api/lab/samples/%00', '/api/users/%00'])
    expect((await lab.call('ADMIN', 'get', path)).status).toBeLessThan(500);
});

test('text with whole characters of every plane is accepted', async () => {
  const { status } = await lab.call('LAB_TECH', 'post', '/api/sync/devices', { name: 'Zebra 🧬 TC52' });
  expect(status).toBe(200);
});
