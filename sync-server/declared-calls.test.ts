import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CallDefinition } from '#db/api/call-definition.ts';
import { ROUTES } from './routes.ts';

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;

/** Load the calls that the files of `db/api` declare. */
async function loadCalls(): Promise<CallDefinition[]> {
  const folder = new URL('../db/api/', import.meta.url);
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, folder).href)));
  return modules.flatMap((module) => Object.values(module).filter(isCall));
}

const mounted = ROUTES.flatMap((route) =>
  route.kind !== 'router' && route.definition ? [route.definition] : [],
);

test('the server mounts each declared call once', async () => {
  const calls = await loadCalls();
  expect(calls.length).toBeGreaterThan(10);
  expect(mounted.map(({ id }) => id).sort()).toEqual(calls.map(({ id }) => id).sort());
  expect(new Set(mounted)).toEqual(new Set(calls));
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
