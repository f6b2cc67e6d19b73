import { expect } from '@playwright/test';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test('a handheld without a network shows what it stores, in every theme and at 360 px', async ({
  newDevice,
}) => {
  const device = await newDevice('handheld');
  const { page } = device;
  await page.setViewportSize({ width: 360, height: 740 });
  await device.signIn('LAB_TECH');
  await device.open('/settings?tab=device');
  await device.ready();
  await device.goOffline();
  await device.open('/settings?tab=device');
  const part = page.locator('section', {
    has: page.getByRole('heading', { name: 'Storage on this device' }),
  });
  await expect(part.getByText('Samples', { exact: true })).toBeVisible();
  await expect(part.getByText(/^[\d.]+ (KB|MB) of [\d.]+ GB$/)).toBeVisible();
  expect(await axeFindingsInThemes(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, true)).toEqual([]);
});
