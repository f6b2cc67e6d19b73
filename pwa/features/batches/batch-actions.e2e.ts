import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

const verdict = (page: Page) => page.locator('[data-verdict]');
const well = (page: Page, name: string) => page.locator(`[data-position="${name}"]`);
const dialog = (page: Page) => page.getByRole('dialog');

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, (page.viewportSize()?.width ?? 0) < 768)).toEqual([]);
}

async function one<T extends Record<string, unknown>>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
): Promise<T> {
  const { rows } = await pool.query<T>(text, values);
  if (!rows[0]) throw new Error(`The demo lab has no row for ${values.join(', ')}.`);
  return rows[0];
}

const batchNamed = async (pool: pg.Pool, name: string): Promise<string> =>
  (await one<{ id: string }>(pool, `SELECT id FROM batch WHERE entity = 'WBL' AND name = $1`, [name])).id;

const sectionNamed = async (pool: pg.Pool, batchId: string, name: string): Promise<string> =>
  (
    await one<{ id: string }>(
      pool,
      `SELECT a.id FROM assigned_section a JOIN section s ON s.id = a.section_id WHERE a.batch_id = $1 AND s.name = $2`,
      [batchId, name],
    )
  ).id;

const anyTube = async (pool: pg.Pool): Promise<string> =>
  (
    await one<{ code: string }>(
      pool,
      `SELECT s.barcode AS code FROM sample s JOIN batch b ON b.id = s.batch_id WHERE b.entity = $1 ORDER BY 1 LIMIT 1`,
      ['WBL'],
    )
  ).code;

const shelfWithCode = (pool: pg.Pool): Promise<{ id: string; code: string; name: string }> =>
  one(
    pool,
    `SELECT id, barcode AS code, name FROM storage_management
     WHERE entity = $1 AND type IN ('SHELF', 'RACK') AND barcode IS NOT NULL AND status = 'ACTIVE'
       AND restricted_to = '{}' AND capacity IS NULL ORDER BY type, barcode LIMIT 1`,
    ['WBL'],
  );

/** Build a file with the section's missing values: a number for each well and field without one. */
async function missingAsCsv(pool: pg.Pool, sectionId: string): Promise<string> {
  const { rows } = await pool.query<{ well: string; concentration: string; volume: string }>(
    `WITH plate AS (
       SELECT s.id, s.plate_location AS well FROM sample s JOIN assigned_section a ON a.batch_id = s.batch_id WHERE a.id = $1
       UNION ALL
       SELECT c.id, c.plate_location FROM batch_control c JOIN assigned_section a ON a.batch_id = c.batch_id WHERE a.id = $1)
     SELECT plate.well,
       CASE WHEN bool_or(f.name = 'concentration') THEN '' WHEN plate.id IN (SELECT id FROM batch_control) THEN '0' ELSE '25.5' END AS concentration,
       CASE WHEN bool_or(f.name = 'volume') THEN '' ELSE '175' END AS volume
     FROM plate LEFT JOIN field_value v ON v.sample_id = plate.id AND v.assigned_section_id = $1
       LEFT JOIN field f ON f.id = v.field_id
     GROUP BY plate.id, plate.well`,
    [sectionId],
  );
  const lines = rows.map((row) => `${row.well},${row.concentration},${row.volume}`);
  return ['Well,Lysate concentration,Lysate volume', ...lines].join('\n');
}

for (const size of sizesOfJourney('desktop')) {
  test(`a section on a ${size} is corrected, filled from a file and signed, and its batch completed`, async ({
    lab,
    newDevice,
  }) => {
    const batchId = await batchNamed(lab.pool, 'Blood lysis, second plate');
    const sectionId = await sectionNamed(lab.pool, batchId, 'Lyse');
    const device = await newDevice(size);
    const { page } = device;
    await device.signIn('LAB_MANAGER');
    await prepareSigning(device);
    await device.open(`/lab/assigned-sections/${sectionId}`);
    await expect(page.getByLabel('Incubation')).toHaveValue('6');
    await device.goOffline();

    await page.getByLabel('Incubation').fill('12');
    await page.getByLabel('Incubation').blur();
    await expect(dialog(page)).toContainText('Tess Nakamura recorded 6. You entered 12.');
    await dialog(page).getByRole('button', { name: 'Correct the value' }).click();
    await expect(dialog(page).getByText('A reason is required.')).toBeVisible();
    await dialog(page).getByLabel('Reason').fill('The timer was started twice');
    await dialog(page).getByRole('button', { name: 'Correct the value' }).click();
    await expect(page.getByLabel('Incubation')).toHaveValue('12');
    await page.getByLabel('Buffer blank').fill('1');
    await page.getByLabel('Buffer blank').blur();

    await page.getByRole('button', { name: 'Import CSV' }).click();
    const file = (name: string, text: string) =>
      dialog(page)
        .getByLabel('CSV file')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await file('wrong.csv', 'well,Lysate volume\nH11,4');
    await expect(dialog(page)).toContainText('Unknown well H11. Nothing was imported.');
    await expectAccessible(page);
    await file('right.csv', await missingAsCsv(lab.pool, sectionId));
    await expect(dialog(page).getByRole('region', { name: 'Preview' })).toContainText('175');
    await dialog(page).getByRole('button', { name: 'Record the values' }).click();
    await expect(verdict(page)).toContainText('values imported.');

    await page.getByRole('button', { name: 'Show plate view' }).click();
    await expect(page.locator('figcaption')).toContainText('16 of 16 samples measured');
    await page.getByLabel('Deviation from the method').fill('Thawed five minutes longer');
    await page.getByLabel('Deviation from the method').blur();
    await expect(page.getByText('Every required value is recorded.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign section' }).click();
    await dialog(page).getByLabel('PIN').fill(PIN);
    await dialog(page)
      .getByRole('button', { name: /^Sign as / })
      .click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Reopen…' }).click();
    await dialog(page).getByLabel('Reason').fill('Wrong lot noted');
    await dialog(page).getByRole('button', { name: 'Reopen the section' }).click();
    await expect(page.getByText('Before it was reopened')).toBeVisible();
    await page.getByRole('button', { name: 'Sign section' }).click();
    await dialog(page).getByLabel('PIN').fill(PIN);
    await dialog(page)
      .getByRole('button', { name: /^Sign as / })
      .click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();

    await device.goOnline();
    await expect(device.chip()).toHaveText('Synced');
    await device.open(`/lab/batches/${batchId}`);
    await page.getByRole('button', { name: 'Complete batch' }).click();
    await dialog(page)
      .getByRole('button', { name: /^Complete batch / })
      .click();
    await expect(dialog(page)).toContainText('is completed. Store its output?');
    const [tube, shelf] = [await anyTube(lab.pool), await shelfWithCode(lab.pool)];
    await device.scan(tube);
    await expect(dialog(page)).toContainText(`Barcode ${tube} is already in use.`);
    await device.scan(shelf.code);
    await expect(dialog(page).getByLabel(/^Location/)).toHaveValue(shelf.name);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Make the output plate' }).click();
    await expect(dialog(page)).toContainText('is made');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('16 of 16', { exact: true })).toBeVisible();
    await expect(device.chip()).toHaveText('Synced');
    // The header may have shown it before it noticed the plate, which is the last operation.
    const storedTubesSql = `SELECT p.type, p.parent_id = $2 AS there, count(*)::int AS tubes,
        bool_and(s.storage_position = parent.plate_location) AS same
      FROM batch b JOIN storage_management p ON p.id = b.output_plate_id
      JOIN sample s ON s.storage_location_id = p.id JOIN sample parent ON parent.id = s.parent_sample_id
      WHERE b.id = $1 GROUP BY p.id`;
    await expect
      .poll(async () => (await lab.pool.query(storedTubesSql, [batchId, shelf.id])).rows)
      .toEqual([{ type: 'PLATE', there: true, tubes: 16, same: true }]);
    const state = `SELECT b.status, i.value, i.change_reason AS reason, a.deviation_note AS note
      FROM batch b JOIN assigned_section a ON a.batch_id = b.id
      JOIN field_value i ON i.assigned_section_id = a.id AND i.supersedes_id IS NOT NULL
      JOIN field f ON f.id = i.field_id AND f.name = 'incubation' WHERE a.id = $1`;
    expect(await one(lab.pool, state, [sectionId])).toEqual({
      status: 'COMPLETED',
      value: '12',
      reason: 'The timer was started twice',
      note: 'Thawed five minutes longer',
    });
  });

  test(`wells on a ${size} are swapped, duplicated and given DNA barcodes; samples fail, and a batch starts again`, async ({
    lab,
    newDevice,
  }) => {
    const plate = await batchNamed(lab.pool, 'Barcoding, next plate');
    const running = await batchNamed(lab.pool, 'Bead extraction');
    const device = await newDevice(size);
    const { page } = device;
    await device.signIn('LAB_MANAGER');
    await device.open(`/lab/batches/${plate}?tab=plate`);
    await device.ready();
    await device.goOffline();
    await expect(well(page, 'B1')).toHaveAccessibleName(/W26/);
    const before = (await well(page, 'B1').getAttribute('aria-label')) ?? '';
    await well(page, 'A1').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(verdict(page)).toContainText('Swapped');
    await expect(well(page, 'A1')).toHaveAccessibleName(before.replace('B1', 'A1'));
    await well(page, 'A1').click();
    await page.getByRole('button', { name: 'Add duplicate' }).click();
    await device.scan('WELL-H12');
    await expect(verdict(page)).toContainText('is in H12');
    await page.getByRole('button', { name: 'Default fill' }).click();
    await expect(verdict(page)).toContainText('wells have their DNA barcode');
    const barcodes = page.getByRole('textbox', { name: /^[A-H]\d+ ?W26/ });
    await barcodes.nth(1).fill('NB01');
    await barcodes.nth(1).blur();
    await expect(page.getByText('Barcode NB01 is used twice on this flow cell.').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();

    await device.open(`/lab/batches/${running}?tab=samples`);
    const tubes = page.getByRole('checkbox', { name: /W26/ });
    await tubes.first().check();
    await page.getByRole('button', { name: 'Fail 1…' }).click();
    await dialog(page).getByLabel('Reason').selectOption('LAB_TECHNICIAN_ERROR');
    await dialog(page)
      .getByRole('button', { name: /^Fail W/ })
      .click();
    await expect(
      dialog(page).getByRole('alert').or(dialog(page).locator('[data-tone=danger]')).first(),
    ).toBeVisible();
    await dialog(page).getByLabel('Notes').fill('Pipetted twice');
    await expectAccessible(page);
    await dialog(page)
      .getByRole('button', { name: /^Fail W/ })
      .click();
    await expect(page.getByText('Failed QC').first()).toBeVisible();
    await expect(tubes.first()).not.toBeChecked();
    await tubes.first().check();
    await page.getByRole('button', { name: 'Re-queue 1' }).click();
    await expect(page.getByText('Reset', { exact: true }).first()).toBeVisible();

    await page.getByRole('tab', { name: /Sections/ }).click();
    await page.getByRole('button', { name: 'Plan Elute and quantify for…' }).click();
    await dialog(page).getByRole('button', { name: /Me, / }).click();
    await expect(page.getByRole('link', { name: /planned for Lena Maddox/ })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Reset batch…' }).click();
    await dialog(page).getByLabel('Reason').fill('The heater failed');
    await dialog(page)
      .getByRole('button', { name: /^Reset batch / })
      .click();
    await expect(dialog(page)).toHaveCount(0);
    await device.goOnline();
    await expect(device.chip()).toHaveText('Synced');
    const counts = `SELECT b.status, a.assigned_user_id IS NOT NULL AS planned,
        (SELECT count(*)::int FROM sample WHERE batch_id = b.id AND failure_notes = 'Pipetted twice') AS failed,
        (SELECT count(*)::int FROM sample WHERE batch_id = $2 AND duplicate_of_sample_id IS NOT NULL) AS doubled
      FROM batch b JOIN assigned_section a ON a.batch_id = b.id JOIN section s ON s.id = a.section_id
      WHERE b.id = $1 AND s.name = 'Elute and quantify'`;
    expect(await one(lab.pool, counts, [running, plate])).toEqual({
      status: 'RESET',
      planned: true,
      failed: 1,
      doubled: 1,
    });
  });
}
