import { expect } from '@playwright/test';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { closeBrowsing } from '#pwa/testing/browser/device.ts';
import { SIZES } from '#pwa/testing/browser/launch.ts';
import { originOf } from '#pwa/testing/browser/shell-world.ts';

test('the browser bar has the header’s color in every theme, from the start', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('COMPANY_USER');
  await device.open('/');
  const bar = page.locator('meta[name="theme-color"]');
  await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible();
  for (const [theme, color] of [
    ['dark', '#1f262b'],
    ['midnight', '#0a1019'],
    ['light', /^#fff(fff)?$/],
  ] as const) {
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('menuitem', { name: theme, exact: false }).click();
    await expect(bar).toHaveAttribute('content', color);
    await page.keyboard.press('Escape');
  }
  await page.evaluate(() => localStorage.setItem('theme', 'midnight'));
  await page.reload({ waitUntil: 'commit' });
  await expect(bar).toHaveAttribute('content', '#0a1019');
});

test('a control shows its tooltip after 400 ms, not before', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('COMPANY_USER');
  await device.open('/');
  const control = page.getByRole('button', { name: 'Close the menu' });
  await expect(control).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await control.hover();
  await page.clock.runFor(390);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(page.getByRole('tooltip')).toHaveText('Close the menu');
});

test('the first visit to RESONANT never shows the logo of WBL', async ({ browser, lab }) => {
  const context = await browser.newContext({ ...SIZES.handheld, serviceWorkers: 'block' });
  const page = await context.newPage();
  const logos: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/entities/')) logos.push(new URL(request.url()).pathname);
  });
  await page.goto(`${originOf(`http://localhost:${lab.port}`, 'RESONANT')}/sign-in`);
  await expect(page.getByRole('img', { name: 'RESONANT' })).toBeVisible();
  expect([...new Set(logos)]).toEqual(['/entities/resonant.svg']);
  await closeBrowsing(context);
});
