import { expect } from '@playwright/test';
import { test } from './bench-test.ts';
import { originOf, signInAt, unbuiltFor } from './shell-world.ts';

const FORBIDDEN_TITLE = 'You don’t have access to this page';

test('the menu on a phone is a drawer, which closes on navigation', async ({ newDevice }) => {
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('COMPANY_MANAGER');
  await device.open('/');
  const drawer = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await button.click();
  await drawer.getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the sidebar keeps its state for seven days', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('COMPANY_MANAGER');
  await device.open('/');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu).toBeVisible();
  await expect(menu.getByText('Orders', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close the menu' }).click();
  await expect(menu.getByText('Orders', { exact: true })).toHaveCount(0);
  // The rail has icons with names.
  await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  await expect(menu.getByText('Orders', { exact: true })).toHaveCount(0);
  const cookie = (await device.context.cookies()).find(({ name }) => name === 'sidebar');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(7);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(menu.getByText('Orders', { exact: true })).toBeVisible();
});

test('a customer can order from every page; staff and RESONANT users cannot', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  const { page } = device;
  const order = page.getByRole('link', { name: 'Order Now' });
  // A file that is opened directly has no icon, so the browser requests the default one.
  device.problems.allow(/favicon\.ico/);
  await device.signIn('COMPANY_USER');
  await device.open('/settings');
  await expect(order).toHaveAttribute('href', '/order/create');
  await device.open('/create-account/success');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(order).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  for (const [entity, role] of [
    ['WBL', 'BILLING_MANAGER'],
    ['RESONANT', 'COMPANY_MANAGER'],
  ] as const) {
    const origin = originOf(device.wire.origin, entity);
    await signInAt(page, origin, entity, role);
    await page.goto(`${origin}/settings`);
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect(order).toHaveCount(0);
  }
});

test('an address shows its page, a placeholder, a refusal or a not-found page, but never a blank one', async ({
  newDevice,
}) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('COMPANY_MANAGER');
  const unbuilt = unbuiltFor('lab-services', 'COMPANY_MANAGER');
  if (unbuilt) {
    for (const path of [unbuilt, `${unbuilt}/01JABC`]) {
      await device.open(path);
      await expect(page.getByText('isn’t available yet')).toBeVisible();
      const next = page.getByRole('region', { name: 'Go to' }).getByRole('link');
      await expect(next.first()).toBeVisible();
    }
  }
  await device.open('/lab/batches');
  await expect(page.getByRole('heading', { name: FORBIDDEN_TITLE })).toBeVisible();
  await device.open('/nowhere');
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  const anonymousDevice = await newDevice('desktop');
  await anonymousDevice.open('/nowhere');
  await expect(anonymousDevice.page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await anonymousDevice.open('/orders');
  await expect(anonymousDevice.page).toHaveURL(/\/sign-in\?error=SessionRequired&callbackUrl=%2Forders/);
});

test('the chosen theme applies before the first render', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('COMPANY_MANAGER');
  await device.open('/');
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('light');
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Midnight' }).click();
  await expect.poll(theme).toBe('midnight');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('midnight');
  await page.goto(`${device.wire.origin}/`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await theme()).toBe('midnight');
  // The browser's local year begins later than that of UTC.
  const year = await page.evaluate(() => new Date().getFullYear());
  await expect(page.locator('footer')).toContainText(`© ${year} WBL`);
});
