import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENV_VARIABLES, readEnv } from '#sync-server/config/env.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

const example = read('.env.example');
const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');

const assignments = (text: string): [string, string][] =>
  [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);

/** .env.example lists the names that only compose.yaml reads as comments. */
const composeOnly = [...example.matchAll(/^# (POSTGRES_[A-Z_]+)=$/gm)].map(([, name]) => name);

/** List the keys of the YAML mapping that follows a line, at the indentation of its first key. */
function keysBelow(line: string): string[] {
  const rest = compose.slice(compose.indexOf(line) + line.length + 1);
  const indent = /^ +/.exec(rest)?.[0] ?? '';
  const block = rest.split(/^(?! |$)/m)[0] ?? '';
  return [...block.matchAll(new RegExp(`^${indent}([A-Z_]+):`, 'gm'))].map(([, name = '']) => name);
}

/** The paths that the Dockerfile copies from the repository, not from another stage. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
  sources.split(' '),
);

test('.env.example lists exactly the variables of the server', () => {
  const names = assignments(example).map(([name]) => name);
  expect(names.toSorted()).toEqual([...ENV_VARIABLES].sort());
});

test('.env.example has the default values', () => {
  expect(readEnv(Object.fromEntries(assignments(example)))).toEqual(readEnv({}));
});

test('compose.yaml passes every variable to the server except the password of the owner', () => {
  const settings = keysBelow('x-settings: &settings');
  expect(settings.toSorted()).toEqual(
    ENV_VARIABLES.filter((name) => name !== 'MIGRATION_DATABASE_URL').sort(),
  );
  expect(compose).toMatch(/<<: \*settings\n {6}MIGRATION_DATABASE_URL: /);
});

test('compose.yaml interpolates only names that .env.example explains', () => {
  const names = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect([...ENV_VARIABLES, ...composeOnly]).toContain(name);
});

test('the Dockerfile copies only files that exist and that .dockerignore lets through', () => {
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name);
  expect(copied.length).toBeGreaterThan(8);
  for (const path of copied) {
    expect(existsSync(pathOf(path)), path).toBe(true);
    expect(allowed).toContain(path.split('/')[0]);
  }
});

test('the Dockerfile starts existing programs as a user that is not root', () => {
  const started = [...`${dockerfile}${compose}`.matchAll(/"--import", "tsx", "([^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  expect(started).toEqual(['sync-server/main.ts', 'scripts/migrate.ts']);
  for (const path of started)
    expect(
      copied.some((source) => path.startsWith(source)),
      path,
    ).toBe(true);
  const lines = dockerfile.split('\n');
  expect(lines.lastIndexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('CMD')));
  expect(lines).toContain('USER node');
});
