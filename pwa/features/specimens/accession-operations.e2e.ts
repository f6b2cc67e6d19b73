import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { expectUsable, figure, putTubeOrder } from '#pwa/testing/browser/delivery.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import type { LabServer } from '#scripts/testing/lab-server.ts';
import { setProtocolClinical } from '#sync-server/postgres/test-database.ts';

const ORDER = 'W-000992';
const row = (n: number): string => `${ORDER}-${n}`;

/** Add four tubes of a clinical test with their second identifiers. */
async function putClinicalOrder({ pool, owner }: Pick<LabServer, 'pool' | 'owner'>): Promise<string[]> {
  const tubes = await putTubeOrder(pool, ORDER, 4);
  const { rows } = await pool.query<{ id: string }>('SELECT protocol_id AS id FROM specimen WHERE id = $1', [
    row(1),
  ]);
  await setProtocolClinical(owner, rows[0]?.id ?? '', true);
  await pool.query(
    `UPDATE specimen SET patient_mrn = 'MRN-' || order_row, physician = 'Dr. Grey',
       collected_at = now() - interval '2 days' WHERE order_id = $1`,
    [`order-${ORDER}`],
  );
  return tubes;
}

/** Enter the reason and press the button of the open dialog. */
async function decide(page: Page, action: string, reason: string): Promise<void> {
  const window = page.getByRole('dialog');
  await window.getByLabel(/^Reason/).fill(reason);
  await window.getByRole('button', { name: action, exact: true }).click();
  await expect(window).toBeHidden();
}

async function statusesOf(pool: pg.Pool): Promise<string[]> {
  const statusRows = await pool.query<{ status: string }>(
    'SELECT status FROM specimen WHERE order_id = $1 ORDER BY order_row',
    [`order-${ORDER}`],
  );
  return statusRows.rows.map(({ status }) => status);
}

for (const size of sizesOfJourney('desktop')) {
  test(`clinical tubes are compared, set aside, linked, decided and released on a ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const [first = '', second = '', third = '', fourth = ''] = await putClinicalOrder(lab);
    const device = await newDevice(size);
    const { page } = device;
    const handheld = size === 'handheld';
    await device.signIn('LAB_MANAGER');
    await prepareSigning(device);
    await device.open('/lab/specimens/accession');
    await device.ready();
    await page.getByRole('heading', { name: 'Receive shipment' }).click();
    await device.scan(ORDER);
    await expect(figure(page, 'expected')).toHaveText('4');

    await device.scan(first);
    await expect(page.getByText('Compare the MRN on the tube: MRN-1')).toBeVisible();
    await device.scan('MRN-1');
    await expect(page.getByText('MRN matches').first()).toBeVisible();
    await device.scan(second);
    await page.getByRole('button', { name: 'MRN differs' }).click();
    await device.scan('BOX-06');
    await expect(page.getByText('The next tubes go into its free positions.')).toBeVisible();
    await device.scan(third);
    await expect(page.getByText(/Customer 3 · .* · Box 06/)).toBeVisible();
    await device.scan('MRN-3');
    await device.scan('NOBODY-KNOWS-ME');
    await expect(page.getByText('Put the tube into a quarantine location.')).toBeVisible();
    await expect(figure(page, 'unexpected')).toHaveText('1');

    await page.getByRole('tab', { name: 'Package' }).click();
    await page.getByText('Damaged', { exact: true }).click();
    await expect(page.getByText('Describe the damage or add a photo.')).toBeVisible();
    await page.getByLabel('Note').fill('One corner is crushed; the ice pack leaked.');
    await page.getByRole('tab', { name: 'Finish' }).click();
    await expect(page.getByRole('heading', { name: 'Missing: 1' })).toBeVisible();
    // The counts stay visible while the page scrolls, above the content below them.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectUsable(device, handheld);
    await device.goOffline();
    await page.getByLabel('Signing PIN').fill('000000');
    await page.getByRole('button', { name: 'Sign and receive' }).click();
    await expect(page.getByText('That is not your PIN. Try again. 4 attempts are left.')).toBeVisible();
    await device.goOnline();
    await page.getByLabel('Signing PIN').fill('246810');
    await page.getByRole('button', { name: 'Sign and receive' }).click();
    await expect(page.getByText('Received by the server')).toBeVisible();
    expect((await statusesOf(lab.pool)).slice(1, 2)).toEqual(['RECEIVED_QUARANTINED']);

    await page.getByRole('button', { name: 'Receive next shipment' }).click();
    await page.getByRole('button', { name: /^Link W.* to a requisition$/ }).click();
    await page.getByRole('heading', { name: 'Link an unexpected tube' }).click();
    await device.scan(first);
    await expect(page.getByText(`${first} needs no material.`)).toBeVisible();
    await device.scan(fourth);
    await expect(page.getByText(`Requisition ${row(4)}`, { exact: true })).toBeVisible();
    await expectUsable(device, handheld);
    await page.getByLabel('The MRN on the tube is MRN-4').check();
    await decide(page, 'Link the tube', 'The customer confirmed it by mail');
    await expect(page.getByText('Unexpected tubes in quarantine')).toBeHidden();

    await device.open(`/lab/specimens/${row(2)}`);
    await page.getByRole('button', { name: 'Replace' }).click();
    await decide(page, 'Replace', 'The customer sends another tube');
    await expect(page.getByRole('button', { name: 'Link an unexpected tube' })).toBeVisible();
    await device.open(`/lab/specimens/${row(1)}`);
    await page.getByRole('button', { name: 'Set aside' }).click();
    await page.getByRole('dialog').getByText('Received, on hold').click();
    await decide(page, 'Received, on hold', 'A question to the customer');
    await page.getByRole('button', { name: 'Release' }).click();
    await expectUsable(device, handheld);
    await decide(page, 'Release', 'Answered');
    await expect(device.chip()).toHaveText('Synced');
    const received = expect.stringMatching(/^RECEIVED/);
    await expect
      .poll(() => statusesOf(lab.pool))
      .toEqual([expect.stringMatching(/^RECEIVED(?!_ON_HOLD)/), 'ORDERED', received, received]);
    const unexpectedTubes = await lab.pool.query(
      `SELECT 1 FROM sample WHERE specimen_id IS NULL AND created_at > now() - interval '1 hour'`,
    );
    expect(unexpectedTubes.rowCount).toBe(0);
  });
}
