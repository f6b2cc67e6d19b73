import fc, { type Arbitrary } from 'fast-check';
import { mayPerson } from '#db/access/grants.ts';
import { ROLES, type Role } from '#db/access/roles.ts';
import type { Access } from '#db/api/call-definition.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { OPERATION_LIST } from '#db/operations.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import type { Caller } from '#sync-server/demo/demo-server.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { idsFor, type LabTexts, NearValid } from './near-valid.ts';

/** A request to a mounted route. */
export interface RequestCase {
  kind: 'request';
  route: ApiRoute;
  caller: Caller;
  method: string;
  path: string;
  contentType: string;
  body: string | null;
}

/** An operation as a device sends it, or as the server executes it for an online person. */
export interface OperationCase {
  kind: 'operation';
  operation: OperationDefinition;
  caller: Person;
  isOnline: boolean;
  args: unknown;
  base: Record<string, number>;
}

export type FuzzCase = RequestCase | OperationCase;

/**
 * Every route and every operation once: case i has target i modulo their number, so that none depends on
 * chance.
 */
export const TARGETS: readonly (ApiRoute | OperationDefinition)[] = [...ROUTES, ...OPERATION_LIST];

export const nameOfTarget = (target: ApiRoute | OperationDefinition): string => {
  if (!('kind' in target) || !('path' in target)) return target.name;
  return target.kind === 'router' ? target.path : `${target.method.toUpperCase()} ${target.path}`;
};

type Person = Exclude<Caller, null>;

const PEOPLE: readonly Person[] = BusinessEntity.options.flatMap((entity) =>
  DEMO_ROLES[entity].map((role) => `${entity}:${role}` as const),
);

/** Most callers have the right, because other calls never reach a rule; the rest are arbitrary. */
function peopleFor(access: Access): Arbitrary<Person> {
  const isGranted = (role: Role): boolean =>
    access === 'open' ||
    access === 'session' ||
    mayPerson({ role, isSuperAdmin: role === 'DEVELOPER' }, access);
  const roles = ROLES.filter(isGranted);
  const everybody = { weight: 2, arbitrary: fc.constantFrom(...PEOPLE) };
  if (roles.length === 0) return everybody.arbitrary;
  return fc.oneof(everybody, {
    weight: 9,
    arbitrary: fc.constantFrom(...roles).map((role) => `WBL:${role}` as const),
  });
}

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
const HOSTILE_SEGMENTS = [
  '%00',
  '%ff',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  "'%20OR%201=1;--",
  'x'.repeat(2_000),
  '%F0%9F%A7%AA',
  '-1',
  '01J00000000000000000000000',
];
const QUERY_KEYS =
  'limit page sort search records cursor generation after type status entity a[b] __proto__'.split(' ');
const HOSTILE_QUERIES = [
  '',
  '-1',
  'NaN',
  '1e309',
  '9007199254740993',
  '%00',
  'name:asc',
  'asc:asc:asc',
  '[]',
  'x'.repeat(3_000),
];
const HOSTILE_BODIES = [
  '',
  '{',
  'null',
  '"\\ud800"',
  '{"a":"\\u0000"}',
  '{"__proto__":{"isSuperAdmin":true}}',
  `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`,
  `["${'x'.repeat(1_100_000)}"]`,
];
const AUTH_PATHS = [
  '/csrf',
  '/session',
  '/providers',
  '/signin',
  '/signin/google',
  '/callback/credentials',
  '/callback/google',
  '/signout',
  '/error',
  '/nowhere',
];

function pathOf(route: ApiRoute, texts: LabTexts): Arbitrary<string> {
  if (route.kind === 'router') return fc.constantFrom(...AUTH_PATHS).map((end) => `${route.path}${end}`);
  const parts = route.path.split('/');
  const every = [...texts.ids.values()].flatMap((ids) => ids.slice(0, 2));
  const arbitraries = parts.map((part, place) => {
    if (!part.startsWith(':')) return fc.constant(part);
    const ids = [...idsFor(texts, part.slice(1)), ...idsFor(texts, parts[place - 1] ?? '')];
    return fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...(ids.length > 0 ? ids : every)) },
      { weight: 1, arbitrary: fc.constantFrom(...every) },
      { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS) },
    );
  });
  return fc.tuple(...arbitraries).map((segments) => segments.join('/'));
}

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());

function queryOf(route: ApiRoute, values: NearValid): Arbitrary<string> {
  const hostile = fc.array(fc.tuple(fc.constantFrom(...QUERY_KEYS), fc.constantFrom(...HOSTILE_QUERIES)), {
    maxLength: 3,
  });
  const declared =
    route.kind === 'json' && route.query
      ? values.near(route.query).map((query) =>
          Object.entries(typeof query === 'object' && query !== null ? query : {})
            .filter(([, value]) => value !== undefined)
            .map(([key, value]): [string, string] => [
              encodeURIComponent(key.toWellFormed()),
              encoded(value),
            ]),
        )
      : fc.constant<[string, string][]>([]);
  return fc.oneof({ weight: 4, arbitrary: declared }, { weight: 1, arbitrary: hostile }).map((pairs) =>
    pairs.length > 0
      ? `?${pairs
          .map((pair) => pair.join('='))
          .join('&')
          .slice(0, 6_000)}`
      : '',
  );
}

function bodyOf(route: ApiRoute, values: NearValid): Arbitrary<string> {
  const operation = fc
    .constantFrom(...OPERATION_LIST)
    .chain(({ name, args }) => fc.record({ operation: fc.constant(name), args: values.near(args) }));
  const declared = route.kind === 'json' && route.body ? values.near(route.body) : fc.jsonValue();
  const json = (value: unknown): string => JSON.stringify(value) ?? 'null';
  return fc.oneof(
    { weight: 12, arbitrary: declared.map(json) },
    { weight: 4, arbitrary: operation.map(json) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
  );
}

function requestsOf(route: ApiRoute, texts: LabTexts, values: NearValid): Arbitrary<RequestCase> {
  const own =
    route.kind === 'router' ? fc.constantFrom('GET', 'POST') : fc.constant(route.method.toUpperCase());
  const form = 'application/x-www-form-urlencoded';
  return fc
    .record({
      caller: fc.option(peopleFor(route.access), { freq: 12 }),
      method: fc.oneof(
        { weight: 12, arbitrary: own },
        { weight: 1, arbitrary: fc.constantFrom(...OTHER_METHODS) },
      ),
      path: pathOf(route, texts),
      query: queryOf(route, values),
      body: bodyOf(route, values),
      contentType: fc.oneof(
        { weight: 12, arbitrary: fc.constant(route.kind === 'router' ? form : 'application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            form,
            'text/plain',
            'application/json; charset=nonsense',
            'multipart/form-data; boundary=x',
          ),
        },
      ),
    })
    .map(({ caller, method, path, query, body, contentType }) => ({
      kind: 'request',
      route,
      caller,
      method,
      path: `${path}${query}`,
      contentType,
      body: method === 'GET' || method === 'HEAD' ? null : body,
    }));
}

function operationsOf(
  operation: OperationDefinition,
  texts: LabTexts,
  values: NearValid,
): Arbitrary<OperationCase> {
  const every = [...texts.ids.values()].flatMap((ids) => ids.slice(0, 2));
  return fc
    .record({
      caller: peopleFor(operation.grant),
      isOnline: fc.boolean(),
      args: values.near(operation.args),
      base: fc.dictionary(fc.constantFrom(...every), fc.integer({ min: -1, max: 5_000 }), { maxKeys: 2 }),
    })
    .map((more) => ({ kind: 'operation', operation, ...more }));
}

/** Draw case `place` of a block; equal numbers and an equal lab give the same case. */
export function caseDrawer(texts: LabTexts): (seed: number, block: number, place: number) => FuzzCase {
  const values = new NearValid(texts);
  const arbitraries = new Map<number, Arbitrary<FuzzCase>>();
  const arbitraryAt = (index: number): Arbitrary<FuzzCase> => {
    const known = arbitraries.get(index);
    if (known) return known;
    const target = TARGETS[index];
    if (!target) throw new Error('There is no such target.');
    const arbitrary =
      'path' in target ? requestsOf(target, texts, values) : operationsOf(target, texts, values);
    arbitraries.set(index, arbitrary);
    return arbitrary;
  };
  return (seed, block, place) => {
    const own =
      (Math.imul(seed, 0x9e3779b1) ^ Math.imul(block + 1, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35)) | 0;
    const [fuzzCase] = fc.sample(arbitraryAt(place % TARGETS.length), { seed: own, numRuns: 1 });
    if (!fuzzCase) throw new Error('Nothing was drawn.');
    return fuzzCase;
  };
}
