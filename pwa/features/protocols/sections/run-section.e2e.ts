import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { ageSignIn, PASSWORD, PIN } from '#pwa/testing/browser/sign-in.ts';

/** Check with axe, that nothing scrolls sideways, and the size of touch targets. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, (page.viewportSize()?.width ?? 0) < 768)).toEqual([]);
}

async function sectionOf(pool: pg.Pool, batchName: string, name: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT a.id FROM assigned_section a JOIN batch b ON b.id = a.batch_id JOIN section s ON s.id = a.section_id
     WHERE b.name = $1 AND s.name = $2 AND b.entity = 'WBL'`,
    [batchName, name],
  );
  const [row] = rows;
  if (!row) throw new Error(`The demo lab has no section ${name} of ${batchName}.`);
  return row.id;
}

type Lot = { code: string; lot: string };

async function lotsOf(pool: pg.Pool, type: string): Promise<[Lot, Lot | undefined]> {
  const { rows } = await pool.query<Lot>(
    `SELECT i.barcode AS code, i.lot_number AS lot FROM inventory_item i
     JOIN inventory_type t ON t.id = i.inventory_type_id
     WHERE t.name = $1 AND i.entity = 'WBL' AND NOT i.quarantined AND i.expiration_date > now() ORDER BY 1 LIMIT 2`,
    [type],
  );
  const [first, second] = rows;
  if (!first) throw new Error(`The demo lab has no good lot of ${type}.`);
  return [first, second];
}

const verdict = (page: Page) => page.locator('[data-verdict]');

/** Paste a column as a spreadsheet copies it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('a section is run and signed offline, keeps every value through a reload, and is reviewed by another user', async ({
  lab,
  newDevice,
}) => {
  const id = await sectionOf(lab.pool, 'Bead extraction', 'Elute and quantify');
  const [assay, second] = await lotsOf(lab.pool, 'Qubit dsDNA BR assay');
  const [other] = await lotsOf(lab.pool, 'Lysis buffer AL');
  if (!second) throw new Error('The demo lab has one lot of the assay only.');
  const tech = await newDevice('desktop');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await prepareSigning(tech);
  await tech.open(`/lab/assigned-sections/${id}`);
  await expect(page.getByRole('heading', { name: 'Elute and quantify' })).toBeVisible();

  await tech.goOffline();
  await expect(page.getByRole('button', { name: 'Sign section' })).toBeDisabled();
  await tech.scan('EQ-TC-02');
  await expect(verdict(page)).toContainText('Thermal cycler 2 is out of calibration since');
  await tech.scan('EQ-QB-01');
  await expect(verdict(page)).toContainText('Qubit 4 is noted');
  await tech.scan(other.code);
  await expect(verdict(page)).toContainText(`${other.lot} is not a Qubit dsDNA BR assay.`);
  await expect(page.getByLabel(/^Assay lot/)).toHaveValue(other.code);
  await tech.scan(assay.code);
  await expect(verdict(page)).toContainText(`Assay lot: ${assay.code}`);
  await tech.scan(assay.code);
  await expect(verdict(page)).toContainText('is on the list of Assay lot already');
  await tech.scan(second.code);
  await expect(verdict(page)).toContainText(`Assay lot: ${second.code}`);
  const lots = page.getByRole('list', { name: 'Lots of Assay lot' });
  await expect(lots.getByRole('listitem')).toHaveCount(2);
  await lots.getByRole('button', { name: `Take lot ${second.lot} off` }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Stayed closed');
  await page.getByRole('dialog').getByRole('button', { name: 'Take the lot off' }).click();
  await expect(lots.getByRole('listitem')).toHaveCount(1);

  const cells = (label: string) => page.getByLabel(new RegExp(`^${label} of `)).and(page.locator('input'));
  await cells('Eluted volume').first().click();
  await page.keyboard.type('50');
  await page.keyboard.press('Control+d');
  await expect(cells('Eluted volume').last()).toHaveValue('50');
  const wells = await cells('Eluted volume').count();
  await cells('Qubit concentration').first().click();
  // The keys are typed slowly, because a burst would be a scanner's.
  await page.keyboard.type('9999', { delay: 100 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Qubit concentration must be between 0 and 5000.').first()).toBeVisible();
  await cells('Qubit concentration').first().click();
  await paste(page, ['1', ...Array.from({ length: wells - 1 }, () => '20,5')].join('\n'));
  await expect(cells('Qubit concentration').last()).toHaveValue('20.5');
  await expect(page.getByRole('button', { name: 'Below 2.' })).toBeVisible();
  await expect(cells('Total yield').nth(1)).toHaveValue('1025');
  await cells('Fragment length').first().click();
  await page.keyboard.type('12000', { delay: 100 });
  await page.keyboard.press('Control+d');
  await expect(cells('Fragment length').last()).toHaveValue('12000');
  await page.getByLabel('Done').first().check();
  // Everything that the page shows as saved must survive a reload: instrument, lots, three columns and the
  // tick.
  await expect(page.getByText('8 saved on this device, not yet sent')).toBeVisible();

  // The next day: a user who signed in more than twelve hours ago needs the password too, even offline.
  await ageSignIn(page, 13);
  await page.reload();
  await expect(cells('Qubit concentration').last()).toHaveValue('20.5');
  await expect(page.getByText('Every required value is recorded.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign section' }).click();
  await page.getByLabel('PIN').fill(PIN);
  await expect(page.getByRole('button', { name: /^Sign as / })).toBeDisabled();
  await page.getByLabel('Password').fill('not-my-password');
  await page.getByRole('button', { name: /^Sign as / }).click();
  await expect(page.getByText('That is not your password. Try again.')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('PIN').fill(PIN);
  await page.getByRole('button', { name: /^Sign as / }).click();
  await expect(page.getByText('Awaiting review')).toBeVisible();
  await expect(page.getByText('The reviewer must be a different person.')).toBeVisible();

  await tech.goOnline();
  await expect(tech.chip()).toHaveText('Synced');
  const manager = await newDevice('desktop');
  await manager.signIn('LAB_MANAGER');
  await manager.open(`/lab/assigned-sections/${id}`);
  await manager.ready();
  await manager.page.getByRole('button', { name: 'Review section' }).click();
  await manager.page.getByLabel('PIN').fill(PIN);
  await manager.page.getByRole('button', { name: /^Review as / }).click();
  await expect(manager.page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(manager.chip()).toHaveText('Synced');
  const signed = `SELECT count(*) AS signatures, count(*) FILTER (WHERE s.verified = 'OK') AS verified,
      bool_and(a.completion_event_id IS NOT NULL) AS done
    FROM assigned_section a JOIN signature s ON s.target_id = a.id WHERE a.id = $1`;
  await expect
    .poll(async () => (await lab.pool.query(signed, [id])).rows)
    .toEqual([{ signatures: 2, verified: 2, done: true }]);
});

test('a touch screen has a card per well, a wrong tube is refused by name, and the screens pass axe', async ({
  lab,
  newDevice,
}) => {
  const id = await sectionOf(lab.pool, 'Blood lysis, third plate', 'Inspect and thaw');
  const { rows } = await lab.pool.query<{ barcode: string }>(
    `SELECT s.barcode FROM sample s JOIN batch b ON b.id = s.batch_id WHERE b.name = 'Blood lysis, third plate'
     AND b.entity = 'WBL' ORDER BY s.batch_order`,
  );
  const [first, second] = rows.map(({ barcode }) => barcode);
  if (!first || !second) throw new Error('The demo batch has too few tubes.');
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await device.open(`/lab/assigned-sections/${id}`);
  await device.ready();
  await expect(page.getByText(first).first()).toBeVisible();
  await device.goOffline();
  await page.getByRole('textbox', { name: 'Tube scanned' }).first().tap();
  await device.scan(second);
  await expect(verdict(page)).toContainText(`Wrong tube: expected ${first}.`);
  await device.scan(first);
  await expect(verdict(page)).toContainText(`${first} in A1`);
  await expect(page.getByRole('textbox', { name: 'Tube scanned' }).first()).toHaveValue(first);
  await device.scan(second);
  await expect(verdict(page)).toContainText(`${second} in B1`);
  await page
    .getByRole('group', { name: `Tube intact of ${first}` })
    .getByText('No')
    .tap();
  await expect(
    page.getByRole('group', { name: `Tube intact of ${first}` }).getByRole('radio', { name: 'No' }),
  ).toBeChecked();
  await expectAccessible(page);
  await device.open('/lab/assigned-sections?list=all');
  await expect(page.getByRole('link', { name: /Inspect and thaw/ }).first()).toBeVisible();
  await expectAccessible(page);
  await device.goOnline();
  await expect(device.chip()).toHaveText('Synced');
});
