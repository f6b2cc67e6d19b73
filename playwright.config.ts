import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS } from './pwa/testing/browser/launch.ts';
import { findChromium } from './scripts/setup-chromium.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium was found. Run: node scripts/setup-chromium.mjs');

export default defineConfig({
  testDir: '.',
  testMatch: '{pwa,sync-server,scripts}/**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './scripts/testing/browser-run.ts',
  // Each test has a lab of its own, so any of them may run at once; one waits while the others compute.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A busy machine may be slower than a journey's limits; what passes only at the second try is named at the end.
  retries: 1,
  // A change that breaks a page everywhere ends the run, before each of its tests waits twice for what never comes.
  maxFailures: 12,
  // A guard against hanging only: the machine may be busy, and it also runs Postgres and the server.
  timeout: 240_000,
  // A state that comes is not waited for longer.
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
    screenshot: 'only-on-failure',
  },
});
