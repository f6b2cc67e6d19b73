import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { z } from 'zod';
import { axeFindings, sidewaysOverflow } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { whereIs } from '#pwa/testing/browser/lab-truth.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { goTo } from '#pwa/testing/browser/screens.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';
import type { LabServer } from '#scripts/testing/lab-server.ts';
import { setProtocolClinical } from '#sync-server/postgres/test-database.ts';

const Tube = z.object({ barcode: z.string(), position: z.string() });
const Box = z.object({ id: z.string(), name: z.string(), code: z.string(), tubes: z.array(Tube) });
type Box = z.infer<typeof Box>;

/**
 * Find two boxes of tubes that are not checked out, the first with at least six tubes, and a tube without a
 * location.
 */
async function twoBoxes(pool: pg.Pool): Promise<[Box, Box, string]> {
  const { rows } = await pool.query(
    `SELECT p.id, p.name, p.barcode AS code, json_agg(json_build_object('barcode', s.barcode, 'position', s.storage_position)
       ORDER BY s.storage_position) AS tubes
     FROM storage_management p JOIN sample s ON s.storage_location_id = p.id
     WHERE p.entity = 'WBL' AND p.type = 'BOX' AND NOT p.quarantine AND NOT p.deleted
     GROUP BY p.id HAVING count(*) BETWEEN 7 AND 78
       AND bool_and(s.custodian_user_id IS NULL AND s.status <> 'RECEIVED_QUARANTINED') ORDER BY count(*) LIMIT 2`,
  );
  const [small, large] = z.array(Box).parse(rows);
  if (!small || !large) throw new Error('The demo lab has no two boxes to work with.');
  const tubes = small.tubes.slice(0, 6);
  const rest = small.tubes.slice(6).map((one) => one.barcode);
  await pool.query(
    'UPDATE sample SET storage_location_id = NULL, storage_position = NULL WHERE barcode = ANY ($1)',
    [rest],
  );
  return [{ ...small, tubes }, large, rest[0] ?? ''];
}

/** Find a stored tube of a canceled specimen and a clinical test: its disposal needs two people. */
async function clinicalTube(
  { pool, owner }: Pick<LabServer, 'pool' | 'owner'>,
  notIn: readonly string[],
): Promise<{ id: string; barcode: string }> {
  const { rows } = await pool.query(
    `SELECT s.id, s.barcode, s.specimen_id, x.protocol_id FROM sample s JOIN specimen x ON x.id = s.specimen_id
     JOIN storage_management p ON p.id = s.storage_location_id WHERE s.entity = 'WBL' AND s.batch_id IS NULL
       AND s.custodian_user_id IS NULL AND p.type = 'BOX' AND NOT (p.id = ANY ($1)) ORDER BY s.barcode LIMIT 1`,
    [notIn],
  );
  const Row = z.object({
    id: z.string(),
    barcode: z.string(),
    specimen_id: z.string(),
    protocol_id: z.string(),
  });
  const [row] = z.array(Row).parse(rows);
  if (!row) throw new Error('The demo lab has no stored tube.');
  await pool.query(`UPDATE specimen SET status = 'CANCELED' WHERE id = $1`, [row.specimen_id]);
  await setProtocolClinical(owner, row.protocol_id, true);
  return row;
}

const verdict = (page: Page) => page.locator('[data-verdict]').first();

async function scanned(device: Device, code: string, text: string | RegExp, kind = 'ok'): Promise<void> {
  await device.scan(code);
  await expect(verdict(device.page)).toContainText(text);
  await expect(verdict(device.page)).toHaveAttribute('data-verdict', kind);
}

// Measured from the top of the viewport: content under the header cannot be touched either.
async function checkScreen(page: Page, name: string): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await axeFindings(page), `${name} can be used by everybody`).toEqual([]);
}

const recentOperations = (page: Page) => page.getByRole('list', { name: 'Recent acts' });
const findOperation = (page: Page, name: string) =>
  recentOperations(page).getByRole('listitem').filter({ hasText: name });

async function undo(page: Page, name: string, reason: string): Promise<void> {
  await findOperation(page, name).getByRole('button', { name: 'Undo…' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Put \d+ tubes? back$/ })).toBeVisible();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: /^Put \d+ tubes? back$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(findOperation(page, name).getByText('Undone')).toBeVisible();
}

/** The manager signs in on the browser first and creates a signing key, so that signing works offline. */
async function signInManager(device: Device): Promise<void> {
  await device.signIn('LAB_MANAGER');
  await prepareSigning(device);
  // After a sign-out the manager could not sign here any more.
  const { page } = device;
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await page.getByRole('button', { name: 'Switch user' }).click();
  await expect(page).toHaveURL(/sign-in/);
}

/**
 * A wrong PIN is entered only where the device checks it: the server's refusal would appear in the console.
 */
async function dispose(
  device: Device,
  tube: { id: string; barcode: string },
  offline: boolean,
): Promise<void> {
  const { page } = device;
  await goTo(page, `/lab/samples/${tube.id}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Dispose' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Dispose of this sample' });
  await expect(dialog.getByText('Second person', { exact: true })).toBeVisible();
  await submit.click();
  await expect(dialog.getByText('Choose who looks at it.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The customer canceled');
  await dialog.getByLabel('Name').fill('Lab Manager');
  await page.getByRole('listbox').getByRole('option').filter({ hasText: 'Lab Manager' }).first().click();
  const pin = dialog.getByLabel(/^PIN of /);
  if (offline) {
    await pin.fill('111111');
    await submit.click();
    await expect(dialog.getByText('That is not your PIN. Try again.')).toBeVisible();
    await expect(pin).toHaveValue('');
  }
  await pin.fill(PIN);
  await checkScreen(page, 'the second person');
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Disposed', { exact: false }).first()).toBeVisible();
}

for (const size of sizesOfJourney('desktop')) {
  test(`rack scan, re-rack, stock-take, disposal and their undo work: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const [small, large, placeless] = await twoBoxes(lab.pool);
    const tube = await clinicalTube(lab, [small.id, large.id]);
    const device = await newDevice(size);
    const { page } = device;
    const [first, second, third] = small.tubes;
    if (!first || !second || !third) throw new Error('The box is too empty.');
    const alone = size === 'desktop';
    if (alone) await signInManager(device);
    await device.signIn('LAB_TECH');
    await device.open('/lab/samples/move?mode=rack-scan');
    await device.ready();
    await device.goOffline();

    await test.step('a rack file without its first tube', async () => {
      await scanned(device, small.code, small.name);
      const lines = small.tubes.slice(1).map((one) => `${one.position},${one.barcode}`);
      const file = { name: 'rack.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
      await page.locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('list', { name: 'Changes' })).toContainText(first.barcode);
      await page.getByRole('button', { name: `Record ${small.name} as scanned` }).click();
      await expect(verdict(page)).toContainText(`${small.name} is recorded as scanned`);
      await expect(findOperation(page, `Rack scan of ${small.name}`)).toContainText('1 tube changed');
    });

    await test.step('re-racked, the lost tube is found: the scan can no longer be undone', async () => {
      await goTo(page, `/lab/samples/move?mode=re-rack&container=${small.id}`);
      await expect(page.getByText(`Scan each tube of ${small.name}`, { exact: false })).toBeVisible();
      for (const one of small.tubes) await scanned(device, one.barcode, /Position [A-I]\d/);
      await page.getByRole('button', { name: 'Finish', exact: true }).click();
      await page.getByRole('button', { name: /^Record \d+ tubes/ }).click();
      await expect(verdict(page)).toContainText(`${small.name} is in order again`);
      await findOperation(page, `Rack scan of ${small.name}`).getByRole('button', { name: 'Undo…' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('This can no longer be undone');
      await expect(dialog).toContainText(`${first.barcode} (changed since)`);
      await checkScreen(page, 'an undo that is not possible');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    });

    await test.step('a count with each answer, then taken back with a reason', async () => {
      const [wrong, remaining] = large.tubes;
      if (!wrong || !remaining) throw new Error('The box is too empty.');
      await goTo(page, `/lab/samples/move?mode=stock-take&container=${small.id}`);
      await expect(verdict(page)).toContainText('samples are expected');
      await scanned(device, second.barcode, 'Here');
      await scanned(device, wrong.barcode, 'Recorded elsewhere', 'warning');
      await page.getByRole('button', { name: 'Accept: it stays here' }).first().click();
      await scanned(device, remaining.barcode, 'Recorded elsewhere', 'warning');
      await scanned(device, placeless, 'No location recorded', 'warning');
      await scanned(device, 'NOPE-4711', 'Unknown code', 'error');
      await scanned(device, second.barcode, 'Already counted.', 'repeat');
      await page.getByRole('button', { name: 'Finish the count' }).click();
      await expect(page.getByRole('list', { name: 'Missing' })).toContainText(third.barcode);
      await page.getByRole('button', { name: 'Record this count' }).click();
      await page.getByRole('button', { name: /^Mark \d+ as not found$/ }).click();
      await expect(verdict(page)).toContainText(`${small.name} counted`);
      await undo(page, `Stock-take of ${small.name}`, 'Counted the wrong box');
      await checkScreen(page, 'recent acts');
    });

    await test.step('a clinical tube is disposed of by two people', async () => {
      if (!alone) await device.goOnline();
      await dispose(device, tube, alone);
    });

    await test.step('online again, the server agrees', async () => {
      await device.goOnline();
      await expect(page.getByRole('button', { name: 'Synced' })).toBeVisible();
      // A handheld was already connected, so its header may show that before it notices the last operation.
      await expect.poll(() => whereIs(lab.pool, tube.barcode)).toContain('DISPOSED');
      expect(await whereIs(lab.pool, large.tubes[0]?.barcode ?? '')).toContain(large.code);
      const { rows } = await lab.pool.query<{ verified: string; printed_name: string }>(
        'SELECT verified, printed_name FROM signature WHERE target_id = $1',
        [tube.id],
      );
      expect(rows).toMatchObject([{ verified: 'OK' }]);
    });
  });
}
