import { expect, type Page } from '@playwright/test';
import { signSection } from '#pwa/testing/browser/batch-work.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';

const verdict = (page: Page) => page.locator('[data-verdict]').first();

test('the DNA barcodes of the plate are in the section offline; a file exchanges two of them', async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ id: string; batch: string; earlier: string }>(
    `SELECT a.id, b.id AS batch, first.id AS earlier FROM assigned_section a JOIN batch b ON b.id = a.batch_id
     JOIN section s ON s.id = a.section_id JOIN assigned_section first ON first.batch_id = b.id AND first.id <> a.id
     WHERE b.name = 'Barcoding from DNA' AND b.entity = 'WBL' AND s.name = 'Barcode and pool'`,
  );
  const tubes = await lab.pool.query<{ barcode: string; well: string }>(
    `SELECT barcode, plate_location AS well FROM sample WHERE batch_id = $1 AND plate_location IN ('A1', 'B1') ORDER BY 2`,
    [rows[0]?.batch],
  );
  const [first, second] = tubes.rows;
  if (!rows[0] || !first || !second) throw new Error('The demo lab has no plate with two libraries.');
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await prepareSigning(device);
  await device.open(`/lab/assigned-sections/${rows[0].earlier}`);
  await signSection(device);
  await device.open(`/lab/batches/${rows[0].batch}?tab=plate`);
  await device.ready();
  await device.goOffline();
  await page.getByRole('button', { name: 'Default fill' }).click();
  await expect(verdict(page)).toContainText('DNA barcode');

  await device.open(`/lab/assigned-sections/${rows[0].id}`);
  const cell = (tube: string) => page.getByRole('textbox', { name: `DNA barcode of ${tube}` });
  await expect(cell(first.barcode)).toHaveValue('NB01');
  await expect(page.getByText('From the plate.').first()).toBeVisible();
  await device.scan(second.barcode);
  await expect(verdict(page)).toContainText(`${second.barcode} is in B1`);

  await page.getByRole('button', { name: 'Import CSV' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('CSV file')
    .setInputFiles({
      name: 'exchanged.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Well,DNA barcode\nA1,NB02\nB1,NB01'),
    });
  await page.getByRole('dialog').getByRole('button', { name: 'Record the values' }).click();
  await expect(verdict(page)).toContainText('imported');
  await device.goOnline();
  await expect(device.chip()).toHaveText('Synced');
});
