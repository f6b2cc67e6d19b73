import { expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import {
  axeFindings,
  axeFindingsInThemes,
  sidewaysOverflow,
  smallTargets,
} from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';

test.use({ serviceWorkers: 'block' });

async function openAs(device: Device, role: Role, path: string): Promise<Page> {
  await device.context.clearCookies();
  await device.signIn(role);
  await device.open(path);
  return device.page;
}

const history = (page: Page) => page.getByRole('list', { name: /^History of/ });
const openOrder = (page: Page, number: string) => page.getByRole('link', { name: number }).click();

test('customer service puts an order on hold and releases it with reasons that the customer can read', async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ number: string }>(
    `SELECT o.order_number AS number FROM "order" o JOIN company c ON c.id = o.company_id
      WHERE c.name = 'Northfield Biotech' AND o.status = 'SHIPPED' ORDER BY o.id LIMIT 1`,
  );
  const number = rows[0]?.number ?? '';
  const desktop = await newDevice('desktop');
  const page = await openAs(desktop, 'CS_REP', '/lab/orders');
  await page.getByRole('searchbox').fill(number);
  await expect(page.getByRole('row')).toHaveCount(2);
  await openOrder(page, number);
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();

  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  const hold = page.getByRole('dialog');
  await hold.getByLabel('Reason').fill('The address is unclear.');
  await hold.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText('The order is on hold')).toBeVisible();
  await expect(history(page)).toContainText('Shipped → On hold');

  const customer = await newDevice('handheld');
  const customerPage = await openAs(customer, 'COMPANY_USER', `/orders?search=${number}`);
  await openOrder(customerPage, number);
  await expect(customerPage.getByText('The address is unclear.').first()).toBeVisible();
  await customerPage.getByRole('button', { name: 'Actions' }).click();
  await expect(customerPage.getByRole('menuitem', { name: 'Print order' })).toBeVisible();
  await expect(customerPage.getByRole('menuitem', { name: /hold/i })).toHaveCount(0);
  await customerPage.keyboard.press('Escape');
  expect(await axeFindings(customerPage)).toEqual([]);
  expect(await sidewaysOverflow(customerPage)).toEqual([]);
  expect(await smallTargets(customerPage, true)).toEqual([]);

  await page.getByRole('button', { name: 'Release' }).click();
  const release = page.getByRole('dialog');
  await release.getByLabel('Reason').fill('They have called.');
  await release.getByRole('button', { name: 'Release' }).click();
  await expect(history(page)).toContainText('They have called.');
  await expect(page.getByText('The order is on hold')).toHaveCount(0);
  // The customer's page has been open since the hold, and follows by itself.
  await expect(history(customerPage)).toContainText('They have called.');
  expect(await axeFindingsInThemes(page)).toEqual([]);

  await customer.open(`/orders?search=${number}`);
  await customerPage.getByRole('button', { name: `Actions: ${number}` }).click();
  await customerPage.getByRole('menuitem', { name: 'Copy order' }).click();
  await expect(customerPage.getByRole('navigation', { name: 'Steps of the order' })).toBeVisible();
  const copies = `SELECT o.status, count(s.id)::int AS specimens FROM "order" o JOIN specimen s ON s.order_id = o.id
      JOIN event e ON e.target_id = o.id AND e.data ->> 'copiedOrderNumber' = $1 GROUP BY o.id`;
  const [copy] = (await lab.pool.query<{ status: string; specimens: number }>(copies, [number])).rows;
  expect(copy?.status).toBe('DRAFT');
  expect(copy?.specimens).toBeGreaterThan(0);
});

test('billing verifies a pending purchase order, and the customer sees that the order is placed', async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ id: string; number: string }>(
    `SELECT o.id, o.order_number AS number FROM "order" o JOIN order_approval a ON a.order_id = o.id
      WHERE o.entity = 'WBL' AND a.kind = 'PURCHASE_ORDER' AND a.status = 'OPEN' AND NOT EXISTS (
        SELECT 1 FROM order_approval b WHERE b.order_id = o.id AND b.status = 'OPEN' AND b.id <> a.id)
      ORDER BY o.id LIMIT 1`,
  );
  const { id = '', number = '' } = rows[0] ?? {};
  await lab.pool.query(
    `UPDATE "order" SET company_id = (SELECT company_id FROM user_company WHERE entity = 'WBL' AND role = 'COMPANY_MANAGER'
       ORDER BY id LIMIT 1) WHERE id = $1`,
    [id],
  );
  const desktop = await newDevice('desktop');
  const page = await openAs(desktop, 'BILLING_MANAGER', '/');
  await expect(page.getByRole('link', { name: new RegExp(number) }).first()).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Pending Approvals' }).click();
  await page.getByRole('button', { name: `Decide Purchase order of ${number}` }).click();
  const window = page.getByRole('dialog');
  await expect(window.getByText(/ for \$/)).toBeVisible();
  await window.getByRole('radio', { name: 'Approve' }).check({ force: true });
  await window.getByRole('button', { name: 'Approve' }).click();
  await expect(window).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Decide Purchase order of ${number}` })).toHaveCount(0);
  await page.getByRole('tab', { name: 'All approvals' }).click();
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Approved');
  expect(await axeFindingsInThemes(page)).toEqual([]);

  const phone = await newDevice('handheld');
  const customerPage = await openAs(phone, 'COMPANY_MANAGER', `/orders/${id}`);
  await expect(customerPage.getByText('Ordered', { exact: true }).first()).toBeVisible();
  await expect(customerPage.getByText('Purchase order verified')).toBeVisible();
  await customerPage.getByRole('button', { name: 'Actions' }).click();
  await expect(customerPage.getByRole('menuitem', { name: 'Print packing slip' })).toBeVisible();
  await customerPage.keyboard.press('Escape');
  await customerPage.getByRole('link', { name: 'Orders' }).first().click();
  await expect(customerPage.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  expect(await axeFindings(customerPage)).toEqual([]);
  expect(await smallTargets(customerPage, true)).toEqual([]);
  await phone.open('/');
  await expect(customerPage.getByText('Specimens by stage')).toBeVisible();
  expect(await axeFindings(customerPage)).toEqual([]);
  expect(await sidewaysOverflow(customerPage)).toEqual([]);
});
