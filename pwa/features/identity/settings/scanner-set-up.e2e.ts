import { expect } from '@playwright/test';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

test('a slow scanner is configured on a handheld by three scans and then recognized', async ({
  newDevice,
}) => {
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await device.open('/settings?tab=scanner');
  await page.getByRole('button', { name: 'Set up scanner' }).click();
  await expect(page.getByRole('img', { name: /^Barcode/ })).toHaveCount(3);
  expect(await axeFindingsInThemes(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, true)).toEqual([]);
  for (const [index, code] of ['BENCH-01', 'BENCH-27', 'BENCH-93'].entries()) {
    await device.scan(code, 90);
    if (index < 2) await expect(page.getByText(`Scan three codes: ${index + 1} of 3 scanned.`)).toBeVisible();
  }
  await expect(page.getByText('The scanner is set up.')).toBeVisible();
  await expect(page.getByText('90 ms a character')).toBeVisible();
  await page.getByRole('button', { name: 'Set up again' }).focus();
  await device.scan('W26325-0007', 90);
  await expect(page.getByText('Hand scanner · 11 signs · sent as W26325-0007')).toBeVisible();
  expect(await axeFindingsInThemes(page)).toEqual([]);
});
