import { expect } from '@playwright/test';
import type { Device } from './device.ts';

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
    await expect(verdict(device)).toContainText('Scan its place');
    await device.scan(boxCode);
    await expect(verdict(device)).not.toContainText('Scan its place');
    places.push((await verdict(device).locator('p').nth(1).textContent()) ?? '');
  }
  return places;
}

/** Check a tube out by one scan on the check-out page. */
export async function checkOut(device: Device, barcode: string): Promise<void> {
  await expect(device.page.getByText('0 done in this session')).toBeVisible();
  await device.scan(barcode);
  await expect(device.page.getByText('1 done in this session')).toBeVisible();
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
