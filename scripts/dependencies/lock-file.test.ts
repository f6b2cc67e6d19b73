import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

const Entry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  optional: z.boolean().optional(),
  cpu: z.array(z.string()).optional(),
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });
const ExceptionList = z.object({ reason: z.string().min(20), packages: z.array(z.string()) });
const Exceptions = z.strictObject({
  withoutIntegrity: ExceptionList,
  acceptedAdvisories: z.array(
    z.strictObject({ id: z.string(), package: z.string(), reason: z.string().min(20), until: z.iso.date() }),
  ),
  knownBad: ExceptionList,
});

const exceptions = Exceptions.parse(read('./exceptions.json'));
const locked = Object.entries(Lock.parse(read('../../package-lock.json')).packages)
  .filter(([place]) => place !== '')
  .map(([place, entry]) => ({ ...entry, id: `${place.replace(/^.*node_modules\//, '')}@${entry.version}` }));

test('every package of the lock file has an integrity hash, except the listed builds for other platforms', () => {
  const without = locked.filter(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  expect(without.map(({ id }) => id).sort()).toEqual([...exceptions.withoutIntegrity.packages].sort());
  expect(without.filter(({ optional, cpu }) => !optional || !cpu).map(({ id }) => id)).toEqual([]);
});

test('no package of the lock file has an address of its own', () => {
  expect(locked.filter(({ resolved }) => resolved !== undefined).map(({ id }) => id)).toEqual([]);
});

test('no package of the lock file is on the list of bad packages', () => {
  const knownBad = new Set(exceptions.knownBad.packages);
  expect(locked.filter(({ id }) => knownBad.has(id)).map(({ id }) => id)).toEqual([]);
});

test('an accepted advisory belongs to a locked package', () => {
  const ids = new Set(locked.map(({ id }) => id));
  expect(exceptions.acceptedAdvisories.filter((one) => !ids.has(one.package))).toEqual([]);
});
