import { expect, type Locator } from '@playwright/test';
import type { Device } from './device.ts';
import { PASSWORD, PIN } from './sign-in.ts';

/** Enable the device to sign for its user offline; once, and online. */
export async function prepareSigning(device: Device): Promise<void> {
  await device.open('/settings?tab=signing');
  await device.ready();
  await device.page.getByLabel('Your signing PIN').fill(PIN);
  // The form below has a password field too.
  await device.page.getByLabel('Your password').first().fill(PASSWORD);
  await device.page.getByRole('button', { name: 'Prepare this device' }).click();
  await expect(device.page.getByText('You can sign on this device, also offline.').first()).toBeVisible();
}

const count = (device: Device, name: string): Locator => device.page.locator(`[data-count="${name}"] dd`);

/** Open a shipment on the receiving page by a scan of its order. */
export async function openDelivery(device: Device, orderNumber: string): Promise<void> {
  await expect(device.page.getByLabel('Scan the package')).toBeVisible();
  await device.scan(orderNumber);
  await expect(device.page.getByLabel('Counts of this session')).toBeVisible();
}

/** Scan the tubes of the open shipment; returns their new Julian ids. */
export async function receiveTubes(device: Device, codes: readonly string[]): Promise<string[]> {
  const assignedNumbers: string[] = [];
  const verdict = device.page.locator('[data-verdict]').first();
  for (const [index, code] of codes.entries()) {
    await device.scan(code);
    await expect(count(device, 'received')).toHaveText(String(index + 1));
    await expect(verdict).toHaveAttribute('data-verdict', 'ok');
    await expect(verdict).toContainText(code);
    assignedNumbers.push((await verdict.locator('p').nth(1).textContent()) ?? '');
  }
  expect(new Set(assignedNumbers).size, 'every tube got a number of its own').toBe(codes.length);
  return assignedNumbers;
}

/** Send the labels of the received tubes to the lab's printer; offline the job waits. */
export async function printTubeLabels(device: Device, labels: number): Promise<void> {
  await device.page.getByRole('button', { name: `Print ${labels} labels` }).click();
  const window = device.page.getByRole('dialog', { name: 'Print tube labels' });
  await window.getByLabel('Printer').selectOption('stub');
  await window.getByRole('button', { name: `Print ${labels}`, exact: true }).click();
  await expect(window).toBeHidden();
}

/** Enter how the package arrived and sign for it. */
export async function signDelivery(device: Device): Promise<void> {
  const { page } = device;
  await page.getByRole('tab', { name: 'Package' }).click();
  await page.getByRole('radio', { name: 'Intact' }).click();
  await page.getByRole('radio', { name: 'Frozen' }).click();
  await page.getByRole('tab', { name: 'Finish' }).click();
  await page.getByLabel('Signing PIN').fill(PIN);
  await page.getByRole('button', { name: 'Sign and receive' }).click();
  await expect(page.getByRole('button', { name: 'Receive next shipment' })).toBeVisible();
}

/** Receive the tubes of an order offline as a lab tech, and wait until the server has them. */
export async function receiveOffline(
  device: Device,
  orderNumber: string,
  codes: readonly string[],
): Promise<void> {
  await device.signIn('LAB_TECH');
  await prepareSigning(device);
  await device.open('/lab/specimens/accession');
  await device.goOffline();
  await openDelivery(device, orderNumber);
  await receiveTubes(device, codes);
  await signDelivery(device);
  await expect(device.page.getByText('Saved on this device')).toBeVisible();
  await device.goOnline();
  await expect(device.page.getByText('Received by the server')).toBeVisible();
}

const verdict = (device: Device) => device.page.locator('[data-verdict]').first();

/**
 * Move tubes into a box on the move page with the hand scanner alone; returns each new place as the screen
 * shows it.
 */
export async function moveTubes(
  device: Device,
  barcodes: readonly string[],
  boxCode: string,
): Promise<string[]> {
  const places: string[] = [];
  await expect(device.page.getByText('Scan a sample', { exact: true })).toBeVisible();
  for (const barcode of barcodes) {
    await device.scan(barcode);
    await expect(verdict(device)).toContainText(barcode);
    await expect(verdict(device)).toContainText('Scan its location');
    await device.scan(boxCode);
    await expect(verdict(device)).not.toContainText('Scan its location');
    places.push((await verdict(device).locator('p').nth(1).textContent()) ?? '');
  }
  return places;
}

/** Check a tube out by one scan on the check-out page. */
export async function checkOut(device: Device, barcode: string): Promise<void> {
  await expect(device.page.getByText('0 checked out')).toBeVisible();
  await device.scan(barcode);
  await expect(device.page.getByText('1 checked out')).toBeVisible();
}

/** Move a whole box by two scans, in the box section of the move page. */
export async function moveBox(device: Device, boxCode: string, toCode: string): Promise<void> {
  await expect(device.page.getByText('Scan the box or container that moves')).toBeVisible();
  await device.scan(boxCode);
  await expect(verdict(device)).toContainText('Scan where it goes');
  await device.scan(toCode);
  await expect(verdict(device)).toContainText('→');
  await expect(verdict(device)).toHaveAttribute('data-verdict', 'ok');
}
