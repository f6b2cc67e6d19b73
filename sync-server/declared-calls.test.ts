import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CallDefinition } from '#db/api/call-definition.ts';
import { CALLS } from '#db/api/calls.ts';
import { ROUTES } from './routes.ts';

/** Load what the files of `db/api` export. */
async function loadModules(): Promise<unknown[]> {
  const folder = new URL('../db/api/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /^[a-z/-]+\.ts$/.test(name) && name !== 'calls.ts',
  );
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, folder).href)));
  return modules.flatMap((module) => Object.values(module));
}

const mounted = ROUTES.flatMap((route) => {
  if (route.kind === 'router') return route.definitions;
  return route.definition ? [route.definition] : [];
});

const withoutDefinition = ROUTES.flatMap((route) => {
  if (route.kind === 'router') return route.definitions.length > 0 ? [] : [`USE ${route.path}`];
  return route.definition ? [] : [`${route.method.toUpperCase()} ${route.path}`];
});

test('each call that a file of db/api declares is in the list of calls', async () => {
  const exported = await loadModules();
  const isDeclared = (value: unknown) =>
    typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;
  expect(new Set(exported.filter(isDeclared))).toEqual(new Set(CALLS));
});

test('the server mounts each declared call once', () => {
  expect(CALLS.length).toBeGreaterThan(10);
  expect(mounted.map(({ id }) => id).sort()).toEqual(CALLS.map(({ id }) => id).sort());
  expect(new Set(mounted)).toEqual(new Set(CALLS));
});

test('each mounted route has a declaration', () => {
  expect(withoutDefinition).toEqual([]);
});

test('a call is mounted with its own method, path and access', () => {
  for (const route of ROUTES) {
    if (route.kind === 'router' || !route.definition) continue;
    const { method, path, access } = route.definition;
    expect({ method: route.method, path: route.path, access: route.access }).toEqual({
      method,
      path,
      access,
    });
  }
});

test('an id names one call, and a summary is one sentence', () => {
  const ids = mounted.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(mounted.filter(({ summary }) => !/^[A-Z][^.]*\.$/.test(summary))).toEqual([]);
});

test('each parameter of a path has a schema', () => {
  for (const { path, params } of mounted)
    expect([path, path.includes(':')]).toEqual([path, params !== undefined]);
});

test('only a call that changes a status takes one', () => {
  const takesStatus = ({ method, body }: CallDefinition): boolean =>
    method !== 'get' && body instanceof z.ZodObject && 'status' in body.shape;
  const paths = CALLS.filter(takesStatus).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !/\/(status|override|move)$/.test(path))).toEqual([]);
});
