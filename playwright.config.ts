import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS } from './pwa/testing/browser/launch.ts';
import { findChromium } from './scripts/setup-chromium.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium was found. Run: node scripts/setup-chromium.mjs');

export default defineConfig({
  testDir: '.',
  testMatch: '{pwa,sync-server,scripts}/**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './scripts/testing/e2e-server.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  // A busy machine may be slower than a journey's limits; what passes only at the second try is named at the end.
  retries: 1,
  timeout: 120_000,
  // Generous, because the machine also runs Postgres and the server; a state that comes is not waited for longer.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    // Set by the global set-up; workers read this file again and find it.
    ...(process.env.BENCHSIDE_E2E_URL ? { baseURL: process.env.BENCHSIDE_E2E_URL } : {}),
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
    screenshot: 'only-on-failure',
  },
});
