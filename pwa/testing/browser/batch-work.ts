import { expect } from '@playwright/test';
import type pg from 'pg';
import { ulid } from 'ulid';
import type { Device } from './device.ts';
import { PIN } from './sign-in.ts';

/** Create a batch for a procedure as the user of the device; returns its id. */
export async function createBatch(
  device: Device,
  pool: pg.Pool,
  procedureCode: string,
  name: string,
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM procedure WHERE entity = 'WBL' AND code = $1 AND status = 'APPROVED'`,
    [procedureCode],
  );
  const batchId = ulid();
  const answer = await device.context.request.post(`${device.wire.origin}/api/lab/batches`, {
    headers: { origin: device.wire.origin },
    data: { batchId, name, procedureId: rows[0]?.id },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return batchId;
}

/**
 * Lay out a plate: the first tube by two scans, the others by the button for the next free well, then the
 * controls.
 */
export async function layOutPlate(device: Device, tubes: readonly string[]): Promise<void> {
  const { page } = device;
  const verdict = page.locator('[data-verdict]').first();
  await expect(page.getByLabel('Scan a tube, then its well')).toBeVisible();
  for (const [index, tube] of tubes.entries()) {
    await device.scan(tube);
    await expect(verdict).toContainText(`${tube}: scan its well`);
    if (index === 0) await device.scan('WELL-A1');
    else await page.getByRole('button', { name: /^Put in / }).click();
    await expect(verdict).toContainText(`${tube} is in`);
    await expect(page.getByLabel(new RegExp(`^[A-H]1: ${tube}`))).toBeVisible();
  }
  await page.getByRole('button', { name: 'Fill 1 well' }).click();
  await expect(verdict).toContainText('Placed 1 control');
  await expect(page.getByRole('button', { name: 'Start batch' })).toBeEnabled();
}

/** Start the displayed batch. */
export async function startBatch(device: Device): Promise<void> {
  const { page } = device;
  await page.getByRole('button', { name: 'Start batch' }).click();
  const window = page.getByRole('dialog');
  await window.getByRole('button', { name: /^Start batch / }).click();
  await expect(window).toBeHidden();
  await expect(page.getByText('In progress').first()).toBeVisible();
}

/** Run "Inspect and thaw": scan every tube as intact and enter the thaw date. */
export async function inspectAndThaw(device: Device, tubes: readonly string[]): Promise<void> {
  const { page } = device;
  const verdict = page.locator('[data-verdict]').first();
  await expect(page.getByRole('heading', { name: 'Inspect and thaw' })).toBeVisible();
  for (const tube of tubes) {
    await device.scan(tube);
    await expect(verdict).toContainText(`${tube} in`);
  }
  const answers = page.getByRole('group', { name: /^Tube intact of / });
  for (const answer of await answers.all()) {
    await answer.getByRole('radio', { name: 'Yes' }).click();
    await expect(answer.getByRole('radio', { name: 'Yes' })).toBeChecked();
  }
  await page.getByLabel('Thawed on').fill('2026-11-20');
  await page.getByLabel('Thawed on').blur();
  await expect(page.getByText('Every required value is recorded.')).toBeVisible();
}

/** Sign the displayed section with the PIN. */
export async function signSection(device: Device): Promise<void> {
  const { page } = device;
  await page.getByRole('button', { name: 'Sign section' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('PIN').fill(PIN);
  await window.getByRole('button', { name: /^Sign as / }).click();
  await expect(window).toBeHidden();
  await expect(page.getByRole('list', { name: 'Signatures' })).toContainText('Tess Nakamura');
}
