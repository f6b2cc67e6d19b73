import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { COLLECTIONS } from '#db/sync/collections.ts';

// The limits of a device's store (I16): more than 13 collections do not open, and a second Dexie does not
// start.

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

test('a device has at most 12 collections, the outbox among them', () => {
  expect(COLLECTIONS.length + 1).toBeLessThanOrEqual(12);
  expect(new Set(COLLECTIONS).size).toBe(COLLECTIONS.length);
});

test('there is one Dexie, in the version that RxDB uses', () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const installed = Object.keys(packages).filter((place) => place.endsWith('node_modules/dexie'));
  expect(installed).toEqual(['node_modules/dexie']);
  const rxdb = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('node_modules/rxdb/package.json', 'utf8')));
  expect(packages['node_modules/dexie']?.version).toBe(rxdb.dependencies['dexie']);
});

test('the app includes the barcode decoder, and a built app lists it with every other part', () => {
  const config = readFileSync('vite.config.ts', 'utf8');
  expect(config).toMatch(/globPatterns:.*wasm/);
  expect(config).toContain('maximumFileSizeToCacheInBytes');
  if (!existsSync('dist/service-worker.js')) return;
  const precached = readFileSync('dist/service-worker.js', 'utf8');
  // Files that only online pages use are not cached.
  const cachedFiles = ['assets', 'assets/bench'].flatMap((folder) =>
    readdirSync(`dist/${folder}`).map((file) => path.posix.join(folder, file)),
  );
  const parts = cachedFiles.filter((file) => /\.(js|css|wasm)$/.test(file));
  expect(parts.filter((file) => file.endsWith('.wasm'))).not.toEqual([]);
  expect(parts.filter((file) => !precached.includes(file))).toEqual([]);
});
