import { expect } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

test('a list keeps its place on Back, its header on top, and opens rows anywhere', async ({ newDevice }) => {
  const { page, signIn, open } = await newDevice('desktop');
  await signIn('LAB_MANAGER');
  await open('/lab/orders');
  const rows = page.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search lab orders' }).fill('W-0');
  await expect(page).toHaveURL(/search=W-0/);
  await expect(rows.nth(20)).toBeVisible();

  const cell = rows.nth(20).locator('td').nth(2);
  await cell.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  const places = () => page.evaluate(() => [scrollY, document.querySelector('main section')?.scrollTop ?? 0]);
  await expect.poll(async () => Math.max(...(await places()))).toBeGreaterThan(0);
  const header = page.locator('thead');
  await expect(header).toBeInViewport();
  await expect.poll(async () => (await header.boundingBox())?.y ?? 0).toBeLessThan(200);

  const tab = page.context().waitForEvent('page');
  await cell.click({ button: 'middle' });
  expect(new URL((await tab).url()).pathname).toMatch(/^\/lab\/orders\/.+/);
  await (await tab).close();

  // The click would scroll the cell into view itself.
  await cell.hover();
  const before = await places();
  expect(Math.max(...before)).toBeGreaterThan(0);
  await cell.click();
  await expect(page).toHaveURL(/\/lab\/orders\/[^?]+$/);
  await page.goBack();
  await expect(page).toHaveURL(/search=W-0/);
  await expect(page.getByRole('searchbox', { name: 'Search lab orders' })).toHaveValue('W-0');
  await expect.poll(places).toEqual(before);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
});
