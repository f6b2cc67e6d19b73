import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/setup-chromium.mjs';

// A sandbox needs rights that root in a container does not have; nothing but our own server is opened.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

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
  retries: 0,
  timeout: 60_000,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    // Set by the global set-up; workers read this file again and find it.
    ...(process.env.BENCHSIDE_E2E_URL ? { baseURL: process.env.BENCHSIDE_E2E_URL } : {}),
    launchOptions: { executablePath, args: QUIET },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
