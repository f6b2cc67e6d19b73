import { defineConfig } from 'vitest/config';

// The suffix of a test file says what it needs; `npx vitest run --project pg` runs one kind alone.
const elsewhere = ['**/node_modules/**', 'dist/**', 'data/**'];
// Files that run in Node share their modules, which are loaded once instead of once a file: so none replaces a module,
// and what a test changes for all it puts back.
const always = ['./scripts/testing/fail-on-problems.ts', './scripts/testing/patient-waits.ts'];
// A page is drawn in turns and a busy machine orders them otherwise than a calm one. What passes only when it is tried
// again is named at the end of `npm test`, as of the browser tests; rules, databases and devices are never tried again.
const onceMore = { retry: 1 };
const sameSeeds = './scripts/testing/same-seeds.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A guard against hanging only: how fast things are belongs to the benchmarks, and the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{db,sync-server,pwa,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, '**/*.{pg,dom,device}.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
          setupFiles: [...always, sameSeeds],
        },
      },
      {
        extends: true,
        test: {
          name: 'pg',
          include: ['{db,sync-server,pwa,scripts}/**/*.pg.test.ts'],
          exclude: elsewhere,
          environment: 'node',
          isolate: false,
          globalSetup: ['./sync-server/postgres/vitest-cluster.ts'],
          setupFiles: [...always, sameSeeds],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['pwa/**/*.dom.test.tsx'],
          exclude: elsewhere,
          environment: 'happy-dom',
          ...onceMore,
          setupFiles: [...always, './scripts/testing/clean-up-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'device',
          include: ['{pwa,sync-server,scripts}/**/*.device.test.ts'],
          exclude: elsewhere,
          environment: 'node',
          globalSetup: ['./sync-server/postgres/vitest-cluster.ts'],
          setupFiles: [...always, 'fake-indexeddb/auto'],
          testTimeout: 240_000,
        },
      },
    ],
  },
});
