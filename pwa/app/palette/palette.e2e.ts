import { expect, type Page } from '@playwright/test';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { storedTubes } from '#pwa/testing/browser/lab-truth.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: /^Search/ });
const options = (page: Page) => palette(page).getByRole('option');

test('the palette finds pages and records by keyboard, online and offline, and takes scans', async ({
  lab,
  newDevice,
}) => {
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  const tech = await newDevice('desktop');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await tech.open('/lab/samples');
  await tech.ready();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  expect.soft(await axeFindings(page), 'the palette can be used by everybody').toEqual([]);
  await page.keyboard.type('check out', { delay: 90 });
  await expect(options(page).first()).toContainText('Check out samples');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lab\/samples\/check-out/);

  await tech.goOffline();
  await page.getByRole('button', { name: 'Search or scan' }).click();
  await expect(options(page).first()).toContainText('Check out samples');
  // Slower than needed to read: the scan's first key is stamped 120 ms before its last, and must follow these.
  await page.keyboard.type(tube.barcode.slice(0, 9), { delay: 300 });
  await expect(
    options(page)
      .filter({ hasText: tube.barcode.slice(0, 9) })
      .first(),
  ).toBeVisible();
  await tech.scan(tube.barcode);
  await expect(palette(page).locator('[data-verdict]')).toContainText(tube.barcode);
  await palette(page).getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: tube.barcode })).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
});

test('keys open pages and the list of keys, and a scan that begins with them stays a scan', async ({
  newDevice,
}) => {
  const tech = await newDevice('desktop');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await tech.open('/');
  await tech.ready();
  await page.keyboard.type('gb', { delay: 200 });
  await expect(page).toHaveURL(/\/lab\/batches$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Batches' })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Receive shipment')).toBeVisible();
  // The role has no page of invoices.
  await expect(help.getByText('Invoices')).toHaveCount(0);
  await page.keyboard.type('gq', { delay: 200 });
  await expect(page).toHaveURL(/\/lab\/batches$/);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await tech.scan('GQ-4713');
  await expect(palette(page).getByText('Unknown code').first()).toBeVisible();
  await expect(page).toHaveURL(/\/lab\/batches$/);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
});

test('a customer searches their own orders and pages', async ({ lab, newDevice }) => {
  const customer = await newDevice('desktop');
  const { page } = customer;
  await customer.signIn('COMPANY_MANAGER');
  await customer.open('/');
  const { rows } = await lab.pool.query<{ number: string }>(
    `SELECT order_number AS number FROM "order" WHERE NOT deleted AND order_number IS NOT NULL AND company_id = (SELECT company_id FROM user_company
       WHERE entity = 'WBL' AND role = 'COMPANY_MANAGER' ORDER BY id LIMIT 1) ORDER BY id LIMIT 1`,
  );
  const number = rows[0]?.number ?? '';
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  // The code of the palette may still be loading: no key is lost.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(number, { delay: 60 });
  await expect(palette(page).getByRole('combobox')).toHaveValue(number);
  await options(page).filter({ hasText: number }).first().click();
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+/);
  await page.keyboard.press('/');
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText(number);
});
