import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test as benchTest } from '#pwa/testing/browser/bench-test.ts';
import { draftOf, numbersOf } from '#pwa/testing/browser/order-draft.ts';
import { openLabServer } from '#scripts/testing/lab-server.ts';

/** A lab that accepts test cards. */
const test = benchTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs from this pattern
  lab: async ({}, use) => {
    const lab = await openLabServer({ DEMO: '1' });
    await use(lab);
    await lab.close();
  },
});

const [DECLINED, NEEDS_AUTHENTICATION, ACCEPTED] = [
  '4000000000000002',
  '4000002500003155',
  '4242424242424242',
];

async function payWith(page: Page, number = ''): Promise<void> {
  await page.getByLabel(/^Card number/).fill(number);
  await page.getByLabel(/^Expiration date/).fill('12 / 34');
  await page.getByLabel(/^Security code/).fill('123');
  await page.getByRole('button', { name: /^Pay \$[\d,.]+( and submit)?$/ }).click();
}

async function expectUsable(page: Page): Promise<void> {
  expect.soft(await axeFindingsInThemes(page)).toEqual([]);
  expect.soft(await sidewaysOverflow(page)).toEqual([]);
  expect.soft(await smallTargets(page, true)).toEqual([]);
}

/** Create an invoice that the customer's organization has to pay. */
async function openInvoice(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT i.id FROM invoice i JOIN user_company m ON m.company_id = i.company_id
      WHERE m.entity = 'WBL' AND m.role = 'COMPANY_MANAGER' AND i.status = 'AWAITING_PAYMENT'`,
  );
  if (!rows[0]) throw new Error('The demo lab has no invoice to be paid.');
  return rows[0].id;
}

/** The newest email of a kind about an order; empty while there is none. */
async function textOfEmail(pool: pg.Pool, kind: string, orderNumber: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    'SELECT text FROM email WHERE kind = $1 AND text LIKE $2 ORDER BY id DESC LIMIT 1',
    [kind, `%${orderNumber}%`],
  );
  return rows[0]?.text ?? '';
}

test('an order is paid by card after a decline and a bank check; its invoice is credited, another one paid in part', async ({
  lab,
  newDevice,
}) => {
  const customer = await newDevice('handheld');
  const { page } = customer;
  await customer.signIn('COMPANY_MANAGER');
  await customer.open('/orders');
  const { order } = await draftOf(customer, { orderType: 'ONLINE' });
  await customer.open(`/order/${order.id}?step=review`);
  // The card form is in sight, and one button stays at the bottom.
  await expect(page.getByLabel('Your order')).toContainText(/Total.*Results by.*Specimens/);
  const payButton = page.getByRole('button', { name: /^Pay .+ and submit$/ });
  await expect(payButton).toHaveCount(1);
  await expect(payButton).toBeInViewport();
  await payWith(page, DECLINED);
  await expect(page.getByText('The card was declined.')).toBeVisible();
  await expect(page.getByText(/changed this order meanwhile/)).toHaveCount(0);
  await expectUsable(page);

  // The page reloads during the payment and continues the same one.
  await customer.open(`/order/${order.id}?step=review`);
  await payWith(page, NEEDS_AUTHENTICATION);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click();
  await expect(page.getByText('Thank you. The order is submitted.')).toBeVisible();
  const { orderNumber, requisitionNumbers } = await numbersOf(lab.pool, order.id);
  const paymentsOfOrder =
    'SELECT p.status FROM payment p JOIN invoice i ON i.id = p.invoice_id WHERE i.order_id = $1';
  await expect
    .poll(async () => (await lab.pool.query(paymentsOfOrder, [order.id])).rows)
    .toEqual([{ status: 'SUCCEEDED' }]);
  await expect.poll(() => textOfEmail(lab.pool, 'PAYMENT_RECEIPT', orderNumber)).toMatch(/ending in 3155/);
  // What is sent where, how it is packed, and the promised date.
  await expect
    .poll(() => textOfEmail(lab.pool, 'ORDER_CONFIRMATION', orderNumber))
    .toMatch(/packing slip[\s\S]*Send to[\s\S]*Packing[\s\S]*Results[\s\S]*if received today/);
  await page.getByRole('link', { name: 'Track order' }).click();
  await page.getByRole('link', { name: /^INV-W-/ }).click();
  await expect(page.getByText('Paid in full').first()).toBeVisible();
  const paidBill = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const bill = await openInvoice(lab.pool);
  await customer.open(`/invoices/payment/${bill}`);
  await page.getByText('A part', { exact: true }).click();
  await page.getByLabel(/^Amount/).fill('125.50');
  await page.getByRole('button', { name: 'Pay $125.50 by card' }).click();
  await payWith(page, ACCEPTED);
  await expect(page.getByText(/^\$125\.50 paid\./)).toBeVisible();

  const office = await newDevice('desktop');
  await office.signIn('BILLING_MANAGER');
  await office.open(`/billing/invoices/${bill}`);
  await office.page.getByRole('button', { name: 'Record payment' }).click();
  const window = office.page.getByRole('dialog');
  await window.getByLabel(/^Number of the check/).fill('CHECK 88');
  await window.getByRole('button', { name: 'Record payment' }).click();
  await expect(office.page.getByText('Paid in full').first()).toBeVisible();
  await customer.open(`/invoices/${bill}`);
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText('CHECK 88');

  // One act corrects the invoice by a credit note and gives the money back.
  await office.open(`/billing/invoices/${paidBill}`);
  await office.page.getByRole('button', { name: 'Actions' }).click();
  await office.page.getByRole('menuitem', { name: 'Refund and correct' }).click();
  await window.getByLabel(/^Credit/).fill('12.50');
  await window.getByLabel(/^Reason/).fill('One tube was repeated.');
  await expect(window.getByRole('region', { name: 'Result' })).toContainText('−$12.50');
  await window.getByRole('button', { name: 'Issue credit note' }).click();
  await expect(window).toHaveCount(0);
  await customer.open(`/invoices/${paidBill}`);
  const payments = page.getByRole('list', { name: 'Payments' });
  await expect(payments).toContainText('One tube was repeated.');
  await expect(payments).toContainText('Refund');
  await expect(payments.getByRole('button', { name: 'Credit note' })).toBeVisible();

  const bench = await newDevice('handheld');
  await bench.signIn('LAB_TECH');
  await bench.open('/');
  await bench.ready();
  await bench.goOffline();
  const requisition = requisitionNumbers[0] ?? '';
  await bench.scan(requisition);
  await expect(bench.page.getByText(`Requisition ${requisition}.`)).toBeVisible();
});
