import type { AddressInfo } from 'node:net';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_LIST } from '#db/operations.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { arbitraryOf, textsWith } from '#sync-server/sync/arbitrary-args.ts';
import { type RawCall, rawCall } from './raw-call.ts';

// FUZZ_RUNS calls of every row of the route table; a failure prints its seed.
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);

let lab: DemoServer;
let text: Arbitrary<string>;
beforeAll(async () => {
  lab = await openDemoServer();
  const rows = await lab.rows<{ id: string }>(
    `(SELECT id FROM sample WHERE entity = 'WBL' ORDER BY id LIMIT 8) UNION ALL (SELECT id FROM batch LIMIT 4) UNION ALL
     (SELECT id FROM storage_management LIMIT 8) UNION ALL (SELECT id FROM assigned_section LIMIT 6) UNION ALL
     (SELECT id FROM procedure LIMIT 4) UNION ALL (SELECT value FROM barcode LIMIT 4)`,
  );
  text = textsWith(rows.map(({ id }) => id));
});
afterAll(() => lab.close());

const CALLERS: readonly Caller[] = [
  'LAB_TECH',
  'LAB_MANAGER',
  'ADMIN',
  'COMPANY_USER',
  'RESONANT:ADMIN',
  null,
];

const NASTY = [
  '',
  '-1',
  'NaN',
  '1e309',
  '9007199254740993',
  '%00',
  '%ff',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  "'%20OR%201=1;--",
  'x'.repeat(3_000),
  '%F0%9F%A7%AA',
  'asc:asc:asc',
  'name:asc,'.repeat(40),
];
const KEYS =
  'limit page sort search records cursor generation after device type status outcome entity __proto__ a[b]';

const segment = (): Arbitrary<string> =>
  fc.oneof(
    text.map((value) => encodeURIComponent(value.toWellFormed())),
    fc.constantFrom(...NASTY.filter((part) => part !== '')),
  );

function pathOf(route: ApiRoute): Arbitrary<string> {
  const parts = route.path.split('/').map((part) => (part.startsWith(':') ? segment() : fc.constant(part)));
  const end =
    route.kind === 'router'
      ? fc.oneof(
          fc.constant(''),
          segment().map((part) => `/${part}`),
        )
      : fc.constant('');
  const query = fc
    .array(fc.tuple(fc.constantFrom(...KEYS.split(' ')), fc.oneof(fc.constantFrom(...NASTY), segment())), {
      maxLength: 3,
    })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''));
  return fc
    .tuple(fc.tuple(...parts), end, query)
    .map(([path, more, queryString]) => `${path.join('/')}${more}${queryString}`);
}

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Operations with nearly valid arguments, whatever the route is for. */
const arbitraryOperation = (): Arbitrary<unknown> =>
  fc
    .constantFrom(...OPERATION_LIST)
    .chain(({ name, args }) => fc.record({ operation: fc.constant(name), args: arbitraryOf(args, text) }));

function bodyOf(route: ApiRoute): Arbitrary<string> {
  const schema = route.kind === 'json' && route.body ? arbitraryOf(route.body, text) : fc.jsonValue();
  const move = OPERATION_LIST.find(({ name }) => name === 'move-sample');
  return fc.oneof(
    { weight: 6, arbitrary: schema.map((value) => JSON.stringify(value) ?? 'null') },
    { weight: 6, arbitrary: arbitraryOperation().map((value) => JSON.stringify(value)) },
    {
      weight: 2,
      arbitrary: (move ? arbitraryOf(move.args, text) : fc.jsonValue()).map(
        (value) => JSON.stringify(value) ?? '',
      ),
    },
    { weight: 2, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        deep(50),
        deep(20_000),
        '[['.repeat(3_000),
        '{"__proto__":{"isSuperAdmin":true},"constructor":{"prototype":{"x":1}}}',
        '{"operation":"toString","args":{"__proto__":[]}}',
        '{"args":[]}',
        '\u0000',
        '"\\u0000"',
        '"\\ud800"',
        '{"a":"\\u0000","id":"\\ud800"}',
        'a=1&a=2&a[b]=3',
        JSON.stringify({ name: 'x'.repeat(900_000) }),
        `["${'x'.repeat(2_000_000)}"]`,
      ),
    },
  );
}

const header = fc.record(
  {
    'Content-Type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'application/json; charset=nonsense',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ),
    'Content-Encoding': fc.constantFrom('gzip', 'br', 'nonsense'),
    Origin: fc.constantFrom('http://localhost:3000', 'https://evil.example', 'null', 'not a url'),
    Cookie: fc.constantFrom(
      'authjs.session-token=x',
      'authjs.session-token.1e99=x',
      '=; ;;',
      'a='.repeat(500),
    ),
    'X-Request-Id': fc.constantFrom('x', '%00', 'a'.repeat(500)),
    Accept: fc.constantFrom('text/html', '*/*;q=nonsense'),
    Host: fc.constantFrom('nowhere.example', '[::1', 'localhost:99999999'),
  },
  { requiredKeys: [] },
);

/** Half of all calls are valid except for their content. */
const headers = fc.oneof(fc.constant({}), header);

function callOf(route: ApiRoute): Arbitrary<{ caller: Caller; call: RawCall }> {
  const method = route.kind === 'router' ? fc.constantFrom('get', 'post', 'put') : fc.constant(route.method);
  return fc
    .record({
      caller: fc.constantFrom(...CALLERS),
      method,
      path: pathOf(route),
      more: headers,
      body: bodyOf(route),
    })
    .map(({ caller, method: verb, path, more, body }) => ({
      caller,
      call: {
        method: verb.toUpperCase(),
        path,
        headers: { ...lab.headersOf(caller), 'Content-Type': 'application/json', ...more },
        body: verb === 'get' ? null : body,
      },
    }));
}

const nameOf = (route: ApiRoute): string =>
  route.kind === 'router' ? route.path : `${route.method} ${route.path}`;
// A wrong PIN or password is intentionally counted against the person.
const countsAttempts = (route: ApiRoute): boolean => route.path.startsWith('/api/auth');

test.each(ROUTES.map((route) => [nameOf(route), route] as const))(
  '%s never fails with a server error, and a refused call changes nothing',
  async (_name, route) => {
    const { port } = lab.server.address() as AddressInfo;
    let before = await lab.fingerprint();
    await fc.assert(
      fc.asyncProperty(callOf(route), async ({ call }) => {
        const status = await rawCall(port, call);
        expect(status).toBeLessThan(500);
        const after = await lab.fingerprint();
        const mayChange = (status >= 200 && status < 300 && call.method !== 'GET') || countsAttempts(route);
        if (!mayChange) expect(after).toBe(before);
        before = after;
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);

test('findings of earlier fuzzing stay refused', async () => {
  const { port } = lab.server.address() as AddressInfo;
  const headers = { ...lab.headersOf('LAB_TECH'), 'Content-Type': 'application/json' };
  const call = { method: 'PATCH', path: '/api/lab/specimens/move', headers, body: deep(20_000) };
  expect(await rawCall(port, call)).toBe(400);
  const host = { ...headers, Host: 'localhost:99999999' };
  expect(await rawCall(port, { method: 'GET', path: '/api/auth/session', headers: host, body: null })).toBe(
    400,
  );
});
