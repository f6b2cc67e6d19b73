import { expect, type Locator } from '@playwright/test';
import type { Device } from './device.ts';
import { prepareSigning } from './prepare-signing.ts';
import { PIN } from './sign-in.ts';

const count = (device: Device, name: string): Locator => device.page.locator(`[data-count="${name}"] dd`);

/** Opens a delivery by a scan of its order, on the receiving page. */
export async function openDelivery(device: Device, orderNumber: string): Promise<void> {
  await expect(device.page.getByLabel('Scan the package')).toBeVisible();
  await device.scan(orderNumber);
  await expect(device.page.getByLabel('Counts of this session')).toBeVisible();
}

/** Scans the tubes of the open delivery; answers the Julian ids that they got. */
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

/** Sends the labels of the received tubes to the lab's printer; without a network the job waits. */
export async function printTubeLabels(device: Device, labels: number): Promise<void> {
  await device.page.getByRole('button', { name: `Print ${labels} labels` }).click();
  const window = device.page.getByRole('dialog', { name: 'Print tube labels' });
  await window.getByLabel('Printer').selectOption('stub');
  await window.getByRole('button', { name: `Print ${labels}`, exact: true }).click();
  await expect(window).toBeHidden();
}

/** Says how the package arrived and signs for it. */
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

/** The tubes of an order are received by a lab tech without a network; afterwards the server has it. */
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
