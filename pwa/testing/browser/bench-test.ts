import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { type LabServer, openLabServer } from '#scripts/testing/lab-server.ts';
import { type Device, openDevice, openProfileDevice, type ProfileDevice } from './device.ts';
import type { Size } from './launch.ts';

interface BenchFixtures {
  /** A server with a separate copy of the demo lab. */
  lab: LabServer;
  /**
   * Opens devices at that lab; when the test ends they are closed and their console output is checked. A file whose
   * devices stay online says `test.use({ serviceWorkers: 'block' })`.
   */
  newDevice(size: Size): Promise<Device>;
  newProfileDevice(size: Size, args?: readonly string[]): Promise<ProfileDevice>;
  /** Skips a walk over all pages after the deadline of the run: a slow machine still runs every journey. */
  deadline: undefined;
}

/** Environment variable of `npm test`: the time, in ms since 1970, after which no walk begins. */
const WALK_DEADLINE = 'WALK_DEADLINE';

/** Playwright's `test` with a lab and devices. */
export const test = base.extend<BenchFixtures>({
  deadline: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs from this pattern
    async ({}, use, testInfo) => {
      const isOver = Date.now() > Number(process.env[WALK_DEADLINE] ?? Number.POSITIVE_INFINITY);
      testInfo.skip(isOver && testInfo.tags.includes('@walk'), 'The machine is too slow for the walks.');
      await use(undefined);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs from this pattern
  lab: async ({}, use) => {
    const lab = await openLabServer();
    await use(lab);
    await lab.close();
  },
  newDevice: async ({ browser, lab, serviceWorkers }, use) => {
    const devices: Device[] = [];
    await use(async (size) => {
      const device = await openDevice(browser, lab.port, size, serviceWorkers);
      devices.push(device);
      return device;
    });
    for (const device of devices) await device.close();
  },
  newProfileDevice: async ({ lab }, use) => {
    const devices: ProfileDevice[] = [];
    const folders = mkdtempSync(path.join(os.tmpdir(), 'benchside-profiles-'));
    await use(async (size, args) => {
      const folder = path.join(folders, String(devices.length));
      const device = await openProfileDevice(folder, lab.port, size, args);
      devices.push(device);
      return device;
    });
    for (const device of devices) await device.close();
    rmSync(folders, { recursive: true, force: true });
  },
});
