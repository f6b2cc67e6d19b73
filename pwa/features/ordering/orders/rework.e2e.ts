import { expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import type { LabServer } from '#scripts/testing/lab-server.ts';

/**
 * Finish an order of the customer: its first specimen failed by the lab's fault and has material left, the
 * others have results.
 */
async function finishOrder({ pool }: LabServer): Promise<{ id: string; number: string; sampleId: string }> {
  const { rows } = await pool.query<{ id: string; number: string; specimen: string; sampleId: string }>(`
    SELECT o.id, o.order_number AS number, s.id AS specimen, s.customer_sample_id AS "sampleId"
      FROM "order" o JOIN company c ON c.id = o.company_id
      JOIN service v ON v.protocol_id = o.protocol_id AND v.status = 'LIVE' AND NOT v.clinical
      JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
      JOIN sample t ON t.specimen_id = s.id AND t.sample_kind = 'PRIMARY' AND t.stage IS NOT NULL AND NOT t.deleted
     WHERE c.name = 'Northfield Biotech' AND o.entity = 'WBL' AND o.status NOT IN ('DRAFT', 'CANCELED')
     ORDER BY o.order_number, s.order_row LIMIT 1`);
  const { id = '', number = '', specimen = '', sampleId = '' } = rows[0] ?? {};
  await pool.query(`UPDATE specimen SET status = 'COMPLETED', completed_at = now() WHERE order_id = $1`, [
    id,
  ]);
  await pool.query(
    `UPDATE specimen SET status = 'FAILED_QC_CANCELED', completed_at = NULL, failure_reason = 'LAB_TECHNICIAN_ERROR' WHERE id = $1`,
    [specimen],
  );
  await pool.query(
    `UPDATE sample SET status = 'COMPLETED', batch_id = NULL, plate_location = NULL, batch_order = NULL, remaining_volume = 900
      WHERE specimen_id IN (SELECT id FROM specimen WHERE order_id = $1)`,
    [id],
  );
  await pool.query('DELETE FROM data_use_info WHERE order_id = $1', [id]);
  await pool.query(
    `INSERT INTO data_use_info (id, created_at, updated_at, entity, order_id, agreement_types, retention_period,
       accepted_by_user_id, accepted_at, agreement_version)
     SELECT 'agreed-before', now(), now(), entity, id, '{NO_RIGHTS}', 'YEARS_2', created_by_user_id, now(), $2
       FROM "order" WHERE id = $1`,
    [id, AGREEMENT_VERSION],
  );
  await pool.query(`UPDATE "order" SET status = 'COMPLETED', completed_at = now() WHERE id = $1`, [id]);
  return { id, number, sampleId };
}

async function openAs(device: Device, role: Role, path: string): Promise<Page> {
  await device.context.clearCookies();
  await device.signIn(role);
  await device.open(path);
  return device.page;
}

test('a rework of a finished order needs no shipment, and its sample waits at an offline bench', async ({
  lab,
  newDevice,
}) => {
  const orderInfo = await finishOrder(lab);
  const desktop = await newDevice('desktop');
  const page = await openAs(desktop, 'PROJECT_MANAGER', `/lab/orders/${orderInfo.id}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Order rework' }).click();
  const window = page.getByRole('dialog');
  await expect(window.getByText(/specimens? cannot be chosen/)).toBeVisible();
  await window.getByRole('checkbox', { name: `Select ${orderInfo.sampleId}`, exact: true }).check();
  expect(await axeFindings(page)).toEqual([]);
  await window.getByRole('button', { name: 'Order rework' }).click();

  await expect(page.getByRole('heading', { name: 'Review and submit' })).toBeVisible();
  await expect(page.getByText('Everything is there.')).toBeVisible();
  const steps = page.getByRole('navigation', { name: 'Steps of the order' });
  await expect(steps.getByRole('button')).toHaveCount(3);
  await page.getByRole('button', { name: 'Submit order' }).click();
  await expect(page.getByText('You don’t need to send anything.', { exact: false })).toBeVisible();

  await page.getByRole('link', { name: 'Track order' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^W-\d{6}$/ });
  await expect(heading).toBeVisible();
  const number = (await heading.textContent()) ?? '';
  await expect(page.getByText('Rework of').first()).toBeVisible();
  await expect(page.getByText('1 of 1 entered, 1 received')).toBeVisible();

  const { rows } = await lab.pool.query<{ barcode: string }>(
    `SELECT t.barcode FROM sample t JOIN specimen s ON s.id = t.specimen_id JOIN "order" o ON o.id = s.order_id
      WHERE o.order_number = $1 AND o.entity = 'WBL'`,
    [number],
  );
  const barcode = rows[0]?.barcode ?? '';
  expect(barcode).not.toBe('');
  const bench = await newDevice('handheld');
  await openAs(bench, 'LAB_TECH', '/lab/queue');
  await bench.ready();
  await bench.goOffline();
  await bench.page.getByRole('searchbox').fill(barcode);
  await bench.scan(barcode);
  await expect(bench.page.getByRole('checkbox', { name: `Select ${barcode}` })).toBeChecked();

  const phone = await newDevice('handheld');
  const customerPage = await openAs(phone, 'COMPANY_USER', `/orders/${orderInfo.id}`);
  await expect(customerPage.getByRole('list', { name: 'Continued in' })).toContainText(number);
  await expect(customerPage.getByRole('list', { name: /^History of/ })).toContainText(`Rework ${number}`);
  expect(await axeFindings(customerPage)).toEqual([]);
  expect(await sidewaysOverflow(customerPage)).toEqual([]);
  expect(await smallTargets(customerPage, true)).toEqual([]);
});
