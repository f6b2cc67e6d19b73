import { expect, type Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { draftOf, enterPurchaseOrder, numbersOf } from '#pwa/testing/browser/order-draft.ts';
import { openDelivery, signDelivery } from '#pwa/testing/browser/receiving.ts';
import { originOf, signInAt } from '#pwa/testing/browser/shell-world.ts';

// The identity provider's file is not a page and has no icon.
const ICON = /status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/;
const MRN = 'HC-77120';
const PHYSICIAN = 'Clara Novak';
const LETTERS = `SELECT entity, subject, text FROM email
  WHERE "to" = 'clinician@resonant.example' AND kind = 'ORDER_APPROVED'`;

/** Sign in at RESONANT; returns the page and its address. */
async function openAs(
  { page, wire, problems }: Device,
  role: Parameters<typeof signInAt>[3],
  path: string,
): Promise<{ page: Page; at: string }> {
  problems.allow(ICON);
  const at = originOf(wire.origin, 'RESONANT');
  await signInAt(page, at, 'RESONANT', role);
  await page.goto(`${at}${path}`);
  return { page, at };
}

async function inspectPage(page: Page, name: string): Promise<void> {
  expect.soft(await axeFindings(page), `${name} can be used by everybody`).toEqual([]);
  expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await smallTargets(page, true), `${name} has large targets`).toEqual([]);
}

/** Add the patient of the ordered specimen. */
async function enterPatient(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New patient' }).click();
  const window = page.getByRole('dialog', { name: 'New patient' });
  await window.getByLabel(/^First name/).fill('Wilma');
  await window.getByLabel(/^Last name/).fill('Quist');
  await window.getByLabel(/^Date of birth/).fill('1961-04-12');
  await window.getByLabel(/^Medical record number/).fill(MRN);
  await window.getByRole('button', { name: 'Add patient' }).click();
  await expect(window).toHaveCount(0);
}

/** Choose the indication of the only patient and sign the statement. */
async function signStatement(page: Page): Promise<void> {
  const patient = page.getByRole('group', { name: new RegExp(`MRN ${MRN}`) });
  await patient.getByRole('combobox').fill('marfan');
  await page.getByRole('option', { name: /Q87\.40/ }).click();
  for (const statement of [/consented/, /medically necessary/])
    await page.getByRole('checkbox', { name: statement }).check();
  await page.getByLabel(/^Signature/).fill(PHYSICIAN);
  await page.getByRole('button', { name: 'Sign statement' }).click();
  await expect(page.getByText(`Signed by ${PHYSICIAN}`)).toBeVisible();
}

/** Approve this user's pending approval on the order's page. */
async function approve(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: `Decide ${kind}` }).click();
  const window = page.getByRole('dialog');
  await window.getByRole('radio', { name: 'Approve' }).check({ force: true });
  await window.getByRole('button', { name: 'Approve' }).click();
  await expect(window).toHaveCount(0);
}

test('a clinical order passes two approvals and the MRN check, and the clinician sees it received', async ({
  lab,
  newDevice,
}) => {
  await lab.pool.query(
    `UPDATE company SET allow_purchase_order = true, order_approval_required = true WHERE name = 'Harbor Clinic'`,
  );
  const phone = await newDevice('handheld');
  const { page, at } = await openAs(phone, 'CLINICIAN', '/patients');
  await enterPatient(page);
  const collected = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
  const { order } = await draftOf(phone, {
    orderType: 'PURCHASE_ORDER',
    cells: { patientMrn: MRN, physician: PHYSICIAN, collectedAt: collected },
  });
  const { id } = order;
  await page.goto(`${at}/order/${id}?step=specimens`);
  await expect(page.getByLabel('Patient MRN, row 1', { exact: true })).toHaveValue(MRN);
  await expect(page.getByLabel('Physician, row 1', { exact: true })).toHaveValue(PHYSICIAN);
  await expect(page.getByText('Quist, Wilma · Apr 12, 1961').first()).toBeVisible();
  // The field offers patients by their name, and takes the number of the one that is chosen.
  const patient = page.getByLabel('Patient MRN, row 1', { exact: true });
  await patient.fill('Quist');
  const patientOptions = page.locator('datalist option', { hasText: 'Quist, Wilma · Apr 12, 1961' });
  await expect(patientOptions.first()).toHaveAttribute('value', MRN);
  await patient.fill((await patientOptions.first().getAttribute('value')) ?? '');
  await expect(page.getByRole('cell', { name: `${MRN} Quist, Wilma · Apr 12, 1961` })).toBeVisible();
  await inspectPage(page, 'the specimens of a patient');
  await page.goto(`${at}/order/${id}?step=data-use`);
  await signStatement(page);
  await inspectPage(page, 'consent and indications');
  await page.goto(`${at}/order/${id}?step=review`);
  await expect(page.getByText(`Signed by ${PHYSICIAN}`)).toBeVisible();
  await expect(page.getByText(`MRN ${MRN}`)).toBeVisible();
  await enterPurchaseOrder(page, 'HC-PO-9');
  await page.getByRole('button', { name: 'Submit order' }).click();
  await expect(page.getByText('Thank you. The order is submitted.')).toBeVisible();
  const { orderNumber, requisitionNumbers } = await numbersOf(lab.pool, id);

  const desktop = await newDevice('desktop');
  await openAs(desktop, 'BILLING_MANAGER', `/lab/orders/${id}`);
  await approve(desktop.page, 'Purchase order');
  await expect(desktop.page.getByText('Pending approval').first()).toBeVisible();
  await openAs(desktop, 'CLINICAL_MANAGER', `/orders/${id}`);
  await approve(desktop.page, 'Manager’s approval');
  const letters = async () =>
    (await lab.pool.query<{ entity: string; subject: string; text: string }>(LETTERS)).rows;
  await expect
    .poll(letters)
    .toMatchObject([{ entity: 'RESONANT', subject: `Order ${orderNumber} is approved` }]);
  expect((await letters())[0]?.text, 'a letter names no patient').not.toMatch(/Quist|HC-77120/);

  await page.goto(`${at}/orders/${id}`);
  await page.getByRole('button', { name: 'Mark as shipped' }).click();
  const shipmentDialog = page.getByRole('dialog');
  await shipmentDialog.getByLabel('Carrier').fill('FedEx');
  await shipmentDialog.getByLabel('Tracking number').fill('1ZHARBOR9');
  await shipmentDialog.getByRole('button', { name: 'Mark as shipped' }).click();
  const history = page.getByRole('list', { name: `History of ${orderNumber}` });
  await expect(history).toContainText('Ordered → Shipped');

  // The bench of the lab's home entity receives the specimens of every entity that the lab serves.
  const bench = await newDevice('handheld');
  await bench.signIn('LAB_TECH');
  await bench.open('/lab/specimens/accession');
  await bench.ready();
  await openDelivery(bench, '1ZHARBOR9');
  for (const requisitionNumber of requisitionNumbers) {
    await bench.scan(requisitionNumber);
    await expect(bench.page.getByText(`Compare the MRN on the tube: ${MRN}`)).toBeVisible();
    await bench.scan(MRN);
    await expect(bench.page.getByText('MRN matches').first()).toBeVisible();
  }
  await signDelivery(bench);
  await expect(bench.page.getByText('Received by the server')).toBeVisible();

  // The page of the order has been open since the shipment and shows the receipt by itself.
  const count = requisitionNumbers.length;
  await expect(page.getByText(`${count} of ${count} entered, ${count} received`)).toBeVisible();
  await expect(history).toContainText('Shipped → Received');
  await inspectPage(page, 'the order that was received');
});
