import { expect } from '@playwright/test';
import { axeFindingsInThemes, sidewaysOverflowAtWidths, smallTargets } from './accessible.ts';
import { test } from './bench-test.ts';
import type { Device } from './device.ts';
import type { Size } from './launch.ts';
import { forgetLayoutShifts, layoutShifts, recordLayoutShifts } from './layout-shift.ts';
import { benchScreens, goTo, OPEN_SCREENS, type Screen } from './screens.ts';

/** Go to a page, on a desktop inside the running app by its links, and wait until its content is shown. */
async function show(device: Device, { path }: Screen, size: Size): Promise<void> {
  await forgetLayoutShifts(device.page);
  if (size === 'desktop' && device.page.url() !== 'about:blank') await goTo(device.page, path);
  else await device.open(path);
  await expect(device.page.locator('h1').first()).toBeVisible();
  await expect(device.page.locator('.animate-pulse')).toHaveCount(0);
}

async function checkScreen(device: Device, screen: Screen, size: Size): Promise<void> {
  await test.step(screen.name, async () => {
    await show(device, screen, size);
    expect.soft(await layoutShifts(device.page), `${screen.name} stays in place while it loads`).toEqual([]);
    expect
      .soft(await sidewaysOverflowAtWidths(device.page, size), `${screen.name} does not move sideways`)
      .toEqual([]);
    expect
      .soft(await smallTargets(device.page, size === 'handheld'), `${screen.name} has large targets`)
      .toEqual([]);
    expect.soft(await axeFindingsInThemes(device.page), screen.name).toEqual([]);
  });
}

for (const size of ['handheld', 'desktop'] as const) {
  test(`every screen is accessible: ${size}`, { tag: '@walk' }, async ({ lab, newDevice }) => {
    test.setTimeout(600_000);
    const device = await newDevice(size);
    await recordLayoutShifts(device.page);
    for (const screen of OPEN_SCREENS) await checkScreen(device, screen, size);
    await device.signIn('LAB_MANAGER');
    await device.open('/');
    await device.ready();
    // The home of this page is still filled by the first load of the lab.
    await layoutShifts(device.page);
    for (const screen of await benchScreens(lab.pool)) await checkScreen(device, screen, size);
  });
}
