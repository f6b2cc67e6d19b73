import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type pg from 'pg';
import { axeFindings, sidewaysOverflow, smallTargets } from './accessible.ts';
import type { Device } from './device.ts';
import { waitUntilPersisted } from './header-status.ts';

const PIN = '246810';

/** Mark an order with this many tubes as shipped, like the demo lab's own; returns the codes of its tubes. */
export async function putTubeOrder(pool: pg.Pool, orderNumber: string, tubes: number): Promise<string[]> {
  await pool.query(
    `INSERT INTO "order" SELECT (jsonb_populate_record(o, jsonb_build_object('id', 'order-' || $1::text, 'order_number', $1::text,
       'tracking_number', '1Z' || $1::text, 'projected_specimen_count', $2::int))).*
     FROM "order" o WHERE entity = 'WBL' AND status = 'SHIPPED' AND package_type = 'TUBE' LIMIT 1`,
    [orderNumber, tubes],
  );
  const { rows } = await pool.query<{ tube_barcode: string }>(
    `INSERT INTO specimen SELECT (jsonb_populate_record(s, jsonb_build_object('id', $1::text || '-' || n, 'order_id', 'order-' || $1::text,
       'order_row', n, 'requisition_number', $1::text || '-' || n, 'tube_barcode', 'TUBE-' || $1::text || '-' || n,
       'customer_sample_id', 'Customer ' || n))).*
     FROM specimen s, generate_series(1, $2::int) n WHERE s.id = (SELECT sp.id FROM specimen sp JOIN "order" o ON o.id = sp.order_id
       WHERE o.entity = 'WBL' AND o.status = 'SHIPPED' AND o.package_type = 'TUBE' LIMIT 1)
     RETURNING tube_barcode`,
    [orderNumber, tubes],
  );
  expect(rows).toHaveLength(tubes);
  return rows.map((row) => row.tube_barcode);
}

/** Scan codes, one every `everyMs`, as a person does with a hand scanner at full speed. */
export async function scanAll(device: Device, codes: readonly string[], everyMs: number): Promise<void> {
  const start = Date.now();
  for (const [index, code] of codes.entries()) {
    // The test measures this pace, so no scan waits for the screen.
    await pause(Math.max(0, start + index * everyMs - Date.now()));
    await device.scan(code);
  }
}

/** Locate a count of the session: expected, received, missing, unexpected or problems. */
export const figure = (page: Page, name: string): Locator => page.locator(`[data-count="${name}"] dd`);

/** Mark the package as intact and sign the session. */
export async function signIntact(device: Device): Promise<void> {
  const { page } = device;
  await page.getByRole('tab', { name: 'Package' }).click();
  await page.getByText('Intact', { exact: true }).click();
  await page.getByRole('tab', { name: 'Finish' }).click();
  await page.getByLabel('Signing PIN').fill(PIN);
  await page.getByRole('button', { name: 'Sign and receive' }).click();
}

// 8 × 6 gray pixels stand in for a camera picture.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAD0lEQVR4nGOowAEYBlICAMgzQ4FHbdAzAAAAAElFTkSuQmCC',
  'base64',
);

/** Mark the package as damaged, photograph it instead of describing it, reload the page, and sign. */
export async function photographDamage(device: Device): Promise<void> {
  const { page } = device;
  const photo = page.getByRole('img', { name: 'Photo 1 of the package' });
  const damagePrompt = page.getByText('Describe the damage or add a photo.');
  await page.getByRole('tab', { name: 'Package' }).click();
  await page.getByText('Damaged', { exact: true }).click();
  await expect(damagePrompt).toBeVisible();
  const file = { name: 'box.png', mimeType: 'image/png', buffer: PICTURE };
  await page.getByLabel('Take a photo of the package').setInputFiles(file);
  await expect(photo).toBeVisible();
  await expect(damagePrompt).toBeHidden();
  await waitUntilPersisted(page);
  await page.reload();
  await page.getByRole('tab', { name: 'Package' }).click();
  await expect(photo).toBeVisible();
  await page.getByRole('tab', { name: 'Finish' }).click();
  await page.getByLabel('Signing PIN').fill(PIN);
  await page.getByRole('button', { name: 'Sign and receive' }).click();
}

/** Check that everything visible on the page is accessible. */
export async function expectUsable(device: Device, handheld: boolean): Promise<void> {
  expect(await sidewaysOverflow(device.page)).toEqual([]);
  expect(await smallTargets(device.page, handheld)).toEqual([]);
  expect(await axeFindings(device.page)).toEqual([]);
}
