import { defineConfig } from 'vitest/config';

// The suffix of a test file names its project; `npx vitest run --project pg` runs one project alone.
const excluded = ['**/node_modules/**', 'dist/**', 'data/**'];
// Test files that run in Node share their modules, which are loaded once instead of once for each file: no test replaces
// a module, and a test restores what it changes.
const commonSetup = ['./scripts/testing/fail-on-problems.ts', './scripts/testing/patient-waits.ts'];
// A busy machine renders a page in another order than a calm one. `npm test` names at its end what passed only at the
// second try; tests of rules, databases and devices have no second try.
const retryOnce = { retry: 1 };
const fixedSeeds = './scripts/testing/same-seeds.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A guard against hanging only: how fast things are belongs to the benchmarks, and the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A test that asserts nothing passes whatever happens: an empty list to loop over, a callback that never runs.
    expect: { requireAssertions: true },
    // Each answer of the API is compared with its declaration.
    env: { CHECK_ANSWERS: '1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{db,sync-server,pwa,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, '**/*.{pg,dom,device}.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
          setupFiles: [...commonSetup, fixedSeeds],
        },
      },
      {
        extends: true,
        test: {
          name: 'pg',
          include: ['{db,sync-server,pwa,scripts}/**/*.pg.test.ts'],
          exclude: excluded,
          environment: 'node',
          isolate: false,
          globalSetup: ['./sync-server/postgres/vitest-cluster.ts'],
          setupFiles: [...commonSetup, fixedSeeds],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['pwa/**/*.dom.test.tsx'],
          exclude: excluded,
          environment: 'happy-dom',
          ...retryOnce,
          setupFiles: [...commonSetup, './scripts/testing/clean-up-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'device',
          include: ['{pwa,sync-server,scripts}/**/*.device.test.ts'],
          exclude: excluded,
          environment: 'node',
          globalSetup: ['./sync-server/postgres/vitest-cluster.ts'],
          setupFiles: [...commonSetup, 'fake-indexeddb/auto'],
          testTimeout: 240_000,
        },
      },
    ],
  },
});
