import { expect, type Locator } from '@playwright/test';
import type { Device } from './device.ts';
import { prepareSigning } from './prepare-signing.ts';
import { PIN } from './sign-in.ts';

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
  await expect(page.getByRole('button', { name: 'Receive the next package' })).toBeVisible();
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
