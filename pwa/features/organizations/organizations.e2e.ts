import { expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';

test.use({ serviceWorkers: 'block' });

async function become(device: Device, role: Role, path: string): Promise<Page> {
  // Signing out stops the queries of the previous user's page.
  await device.page.goto('about:blank');
  await device.context.clearCookies();
  await device.signIn(role);
  await device.open(path);
  return device.page;
}

/** Fill in the dialog that asks for a reason. */
async function giveReason(page: Page, label: string, reason: string): Promise<void> {
  const window = page.getByRole('dialog', { name: label });
  await window.getByLabel('Reason').fill(reason);
  await window.getByRole('button', { name: label }).click();
  await expect(window).toHaveCount(0);
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('banner').or(page.locator('header')).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const history = (page: Page) => page.getByRole('list', { name: /^History of/ });

test('an organization is rejected with a reason, submitted again by its manager, and approved', async ({
  newDevice,
}) => {
  const desktop = await newDevice('desktop');
  const page = await become(desktop, 'ADMIN', '/organizations');
  await page.getByRole('searchbox').fill('north');
  await page.getByRole('link', { name: 'Northfield Biotech' }).first().click();
  await expect(page.getByRole('heading', { name: 'Northfield Biotech', level: 1 })).toBeVisible();
  await choose(page, 'Request verification');
  await giveReason(page, 'Request verification', 'The owner has changed.');
  await expect(page.getByText('Awaiting verification').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reject' }).click();
  await giveReason(page, 'Reject', 'The tax number is missing.');
  await expect(history(page)).toContainText('The tax number is missing.');

  await become(desktop, 'COMPANY_MANAGER', '/settings/company');
  await expect(page.getByText('Verification failed')).toBeVisible();
  await page.getByRole('button', { name: 'Submit again' }).click();
  await giveReason(page, 'Submit again', 'It is entered now.');
  await expect(page.getByText('Your organization is awaiting verification.')).toBeVisible();

  await become(desktop, 'CS_MANAGER', '/organizations');
  await expect(page.getByText('1 organization to be verified')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('link', { name: 'Northfield Biotech' }).first().click();
  await expect(page.getByRole('heading', { name: 'Northfield Biotech', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(history(page)).toContainText('Approved');
});

test('a manager adds an address on a phone; billing puts the organization on hold, customer service releases it', async ({
  newDevice,
}) => {
  const phone = await newDevice('handheld');
  const page = await become(phone, 'COMPANY_MANAGER', '/settings/company');
  await page.getByRole('button', { name: 'Add' }).click();
  const window = page.getByRole('dialog', { name: 'New address' });
  await window.getByLabel('Kind').selectOption('Site');
  await window.getByLabel('Address', { exact: false }).first().fill('5 Pier Road');
  await window.getByLabel('City').fill('Boston');
  await window.getByLabel('State').selectOption('MA');
  await window.getByLabel('ZIP code').fill('02110');
  await window.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Boston, MA 02110', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put on hold' })).toHaveCount(0);

  await become(phone, 'CS_MANAGER', '/organizations?search=north');
  await page.getByText('Northfield Biotech').first().click();
  await expect(page.getByRole('heading', { name: 'Northfield Biotech', level: 1 })).toBeVisible();
  await choose(page, 'Put on hold');
  await giveReason(page, 'Put on hold', 'Two invoices are open.');
  await expect(page.getByText('Two invoices are open.').first()).toBeVisible();

  await become(phone, 'COMPANY_MANAGER', '/settings/company');
  await expect(page.getByText('Your account is on hold. Contact support@wbl.example.')).toBeVisible();
  await expect(page.getByText('Two invoices are open.')).toHaveCount(0);

  await become(phone, 'CS_MANAGER', '/organizations?search=north');
  await page.getByText('Northfield Biotech').first().click();
  await expect(page.getByRole('heading', { name: 'Northfield Biotech', level: 1 })).toBeVisible();
  await choose(page, 'Release from hold');
  await giveReason(page, 'Release from hold', 'Paid.');
  await expect(page.getByText('On hold', { exact: true })).toHaveCount(0);
  await expect(history(page)).toContainText('Released from hold');
});
