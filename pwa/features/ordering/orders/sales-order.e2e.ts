import { expect } from '@playwright/test';
import { SOURCE_SPECIES, SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { draftOf, numbersOf } from '#pwa/testing/browser/order-draft.ts';
import { receiveOffline } from '#pwa/testing/browser/receiving.ts';

const NAMES = ['Agreed-1', 'Agreed-2'];

test("an order agreed with sales gets its specimens on the customer's phone and is received at an offline bench", async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ id: string }>(
    `SELECT id FROM company WHERE name = 'Northfield Biotech' AND entity = 'WBL'`,
  );
  const desktop = await newDevice('desktop');
  await desktop.signIn('PROJECT_MANAGER');
  await desktop.open('/order/create');
  const { order } = await draftOf(desktop, {
    orderType: 'SALES_ORDER',
    companyId: rows[0]?.id ?? '',
    projectedSpecimenCount: NAMES.length,
    rows: 0,
  });
  const { id } = order;
  await desktop.open(`/order/${id}?step=review`);
  await expect(desktop.page.getByText('Everything is there.')).toBeVisible();
  await desktop.page.getByRole('button', { name: 'Submit order' }).click();
  await expect(desktop.page.getByText('Name all specimens before you send them.')).toBeVisible();
  await expect(desktop.page.getByRole('link', { name: 'Enter specimens' })).toBeVisible();

  const { orderNumber } = await numbersOf(lab.pool, id);
  const phone = await newDevice('handheld');
  const { page } = phone;
  await phone.signIn('COMPANY_USER');
  await phone.open(`/orders/${id}`);
  await expect(page.getByText('Specimen list needed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm specimens' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Enter specimens' }).click();
  await expect(page.getByRole('heading', { name: `Specimens of ${orderNumber}` })).toBeVisible();
  for (const [index, name] of NAMES.entries()) {
    await page.getByLabel(`Sample ID, row ${index + 1}`, { exact: true }).fill(name);
    await page
      .getByLabel(`Source Species, row ${index + 1}`, { exact: true })
      .fill(SOURCE_SPECIES.HOMO_SAPIENS);
    await page.getByLabel(`Specimen Type, row ${index + 1}`, { exact: true }).fill(SPECIMEN_TYPE.WHOLE_BLOOD);
  }
  await expect(page.getByText('2 of 2 specimens entered.')).toBeVisible();
  expect.soft(await axeFindings(page)).toEqual([]);
  expect.soft(await sidewaysOverflow(page)).toEqual([]);
  expect.soft(await smallTargets(page, true)).toEqual([]);
  await page.getByRole('button', { name: 'Save and go to the order' }).click();
  await expect(page.getByText('2 of 2 entered, 0 received')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm specimens' }).click();
  await expect(page.getByRole('dialog').getByText('New total', { exact: true })).toBeVisible();
  expect.soft(await axeFindings(page)).toEqual([]);
  expect.soft(await sidewaysOverflow(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm specimens' }).click();
  const history = page.getByRole('list', { name: `History of ${orderNumber}` });
  await expect(history).toContainText('Anticipated → Ordered');
  await expect(page.getByRole('button', { name: 'Change specimens' })).toHaveCount(0);

  const { requisitionNumbers } = await numbersOf(lab.pool, id);
  const bench = await newDevice('handheld');
  await receiveOffline(bench, orderNumber, requisitionNumbers);
  await phone.open(`/orders/${id}`);
  await expect(page.getByText('2 of 2 entered, 2 received')).toBeVisible();
  await expect(history).toContainText('Ordered → Received');
});
