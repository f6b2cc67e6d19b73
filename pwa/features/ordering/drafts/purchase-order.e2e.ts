import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { axeFindingsInThemes, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { mailedLink } from '#pwa/testing/browser/new-account.ts';
import { draftOf, enterPurchaseOrder, numbersOf, PDF } from '#pwa/testing/browser/order-draft.ts';
import { receiveOffline } from '#pwa/testing/browser/receiving.ts';

test('a purchase order is verified by email link, received at an offline bench, and the customer sees it', async ({
  lab,
  newDevice,
}) => {
  await lab.pool.query(`UPDATE company SET allow_purchase_order = true WHERE name = 'Northfield Biotech'`);
  const customer = await newDevice('handheld');
  const { page } = customer;
  await customer.signIn('COMPANY_MANAGER');
  await customer.open('/orders');
  const { order, requisitions } = await draftOf(customer, { orderType: 'PURCHASE_ORDER' });
  const { id } = order;
  await customer.open(`/order/${id}?step=review`);
  await enterPurchaseOrder(page, 'PO-4711');
  expect.soft(await axeFindingsInThemes(page)).toEqual([]);
  expect.soft(await smallTargets(page, true)).toEqual([]);
  await page.getByRole('button', { name: 'Submit order' }).click();
  await expect(page.getByText('Thank you. The order is submitted.')).toBeVisible();
  await expect(page.getByText('PO under review')).toBeVisible();
  const { orderNumber, requisitionNumbers } = await numbersOf(lab.pool, id);

  // The approver is away from the computer: the email link opens on a phone, without sign-in, once.
  const office = await newDevice('handheld');
  const link = await mailedLink(lab.pool, 'billing-manager@wbl.example', 'PO_REVIEW_NEEDED');
  await office.open(link);
  await expect(office.page.getByRole('heading', { name: `Purchase order: ${orderNumber}` })).toBeVisible();
  await expect(office.page, 'the secret is gone from the address bar').not.toHaveURL(/token/);
  const opening = office.page.waitForEvent('download');
  await office.page.getByRole('button', { name: 'Open order PO-4711.pdf' }).click();
  const purchaseOrder = await opening;
  expect(purchaseOrder.suggestedFilename()).toBe('order PO-4711.pdf');
  expect((await readFile(await purchaseOrder.path())).equals(PDF), 'the purchase order as uploaded').toBe(
    true,
  );
  await office.page.getByText('Approve', { exact: true }).click();
  await expect(office.page.getByText(/goes to the lab/)).toBeVisible();
  expect.soft(await axeFindingsInThemes(office.page)).toEqual([]);
  expect.soft(await smallTargets(office.page, true)).toEqual([]);
  await office.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(office.page.getByRole('status')).toContainText(`Approved: ${orderNumber}`);
  office.problems.allow(/status of 409/);
  await office.page.goto('about:blank');
  await office.open(link);
  await expect(office.page.getByText('This link does not work any more')).toBeVisible();

  await customer.open(`/orders/${id}`);
  await expect(page.getByRole('heading', { name: orderNumber, level: 1 })).toBeVisible();
  await expect(page.getByText('Ordered', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();

  const bench = await newDevice('handheld');
  await receiveOffline(bench, orderNumber, requisitionNumbers);
  await customer.open(`/orders/${id}`);
  const count = requisitions.length;
  await expect(page.getByText(`${count} of ${count} entered, ${count} received`)).toBeVisible();
  await expect(page.getByRole('list', { name: `History of ${orderNumber}` })).toContainText(
    'Ordered → Received',
  );
});
