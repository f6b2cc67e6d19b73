import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listSourceFiles } from '#scripts/source-files.ts';
import { ACCELERATION_PARTS, ALL_PARTS, parseAcceleration } from './parts.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = 'sync-server/postgres/acceleration/';

test('the parts to leave out are given by name, all of them by "all"', () => {
  expect(parseAcceleration('')).toEqual(ALL_PARTS);
  expect(parseAcceleration('all')).toEqual(new Set());
  expect([...parseAcceleration('read-cache, prefetch')]).toEqual(
    ACCELERATION_PARTS.filter((part) => part !== 'read-cache' && part !== 'prefetch'),
  );
  expect(() => parseAcceleration('speed')).toThrow('"speed" is no part; parts are pipeline');
});

test('code outside of the folder imports its two doors only', () => {
  const imports = listSourceFiles(ROOT)
    .filter((file) => !file.startsWith(FOLDER))
    .flatMap((file) =>
      [
        ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/from '[^']*\/acceleration\/([\w-]+)\.ts'/g),
      ].map(([, name]) => `${file} ${name}`),
    );
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((one) => !/ (acceleration|parts)$/.test(one))).toEqual([]);
});
