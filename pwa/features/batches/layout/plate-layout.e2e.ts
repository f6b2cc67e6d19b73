import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

async function tubesInQueue(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ barcode: string }>(
    `SELECT barcode FROM sample WHERE entity = 'WBL' AND status = 'IN_QUEUE' AND stage = 'PREPARATION'
     AND remaining_volume >= 200 ORDER BY barcode LIMIT $1`,
    [count],
  );
  expect(rows.length, 'the demo lab has enough tubes in the queue').toBe(count);
  return rows.map(({ barcode }) => barcode);
}

const placedIn = async (pool: pg.Pool, batchName: string): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ barcode: string; well: string }>(
    `SELECT s.barcode, s.plate_location AS well FROM sample s JOIN batch b ON b.id = s.batch_id WHERE b.name = $1`,
    [batchName],
  );
  return Object.fromEntries(rows.map(({ barcode, well }) => [barcode, well]));
};

const well = (page: Page, name: string) => page.locator(`[data-position="${name}"]`);
const verdict = (page: Page) => page.locator('[data-verdict]');

/** Check with axe, that nothing scrolls sideways, and the size of touch targets. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, (page.viewportSize()?.width ?? 0) < 768)).toEqual([]);
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await well(page, from).boundingBox(), await well(page, to).boundingBox()];
  if (!start || !end) throw new Error('The plate is not in sight.');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2 - 4, end.y + end.height / 2, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
  await page.mouse.up();
}

test('a plate laid out offline by fill, scan, drag and keyboard reaches the server as displayed', async ({
  lab,
  newDevice,
}) => {
  const device = await newDevice('desktop');
  const { page } = device;
  const [first, second, third] = await tubesInQueue(lab.pool, 3);
  if (!first || !second || !third) throw new Error('The demo lab has too few tubes.');
  await device.signIn('LAB_MANAGER');
  await device.open('/lab/queue');
  await device.ready();
  await expect(page.getByRole('row', { name: new RegExp(first) })).toBeVisible();
  await device.scan(first);
  await expect(verdict(page)).toContainText('1 selected.');
  await device.scan(second);
  await expect(verdict(page)).toContainText('2 selected.');
  await expect(page.getByText('Scanned', { exact: true })).toHaveCount(2);
  await device.scan(second);
  await expect(verdict(page)).toContainText(`${second} is already selected`);
  await page.getByRole('button', { name: 'New batch with 2' }).click();
  const making = page.getByRole('dialog');
  await making.getByLabel('Name').fill('Offline plate');
  await making.getByRole('button', { name: 'Create batch' }).click();
  await expect(page.getByRole('heading', { name: 'Chosen (2)' })).toBeVisible();

  await device.goOffline();
  await page.getByRole('button', { name: 'Fill 3 wells' }).click();
  await expect(verdict(page)).toContainText('Placed 2 samples and 1 control');
  await expect(well(page, 'A1')).toHaveAccessibleName(`A1: ${first}`);
  await expect(well(page, 'C1')).toHaveAccessibleName('C1: Negative control 1');

  await device.scan(third);
  await expect(verdict(page)).toContainText(`${third}: scan its well`);
  await device.scan('WELL-A1');
  await expect(verdict(page)).toContainText('Well A1 is occupied.');
  await expect(well(page, 'A1')).toHaveAccessibleName(`A1: ${first}: Well A1 is occupied.`);
  await device.scan('WELL-D4');
  await expect(verdict(page)).toContainText(`${third} is in D4`);
  await expect(well(page, 'D4')).toHaveAccessibleName(`D4: ${third}`);

  await drag(page, 'A1', 'F6');
  await expect(verdict(page)).toContainText(`${first} is in F6`);
  await expect(well(page, 'F6')).toHaveAccessibleName(`F6: ${first}`);
  await well(page, 'F6').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText(`${first} is in G6`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict(page)).toContainText('Taken back');
  await expect(well(page, 'F6')).toHaveAccessibleName(`F6: ${first}`);
  await drag(page, 'F6', 'B1');
  await expect(verdict(page)).toContainText('Swapped');
  await expect(well(page, 'B1')).toHaveAccessibleName(`B1: ${first}`);
  await expectAccessible(page);
  await page.reload();
  await expect(well(page, 'B1')).toHaveAccessibleName(`B1: ${first}`);

  await device.goOnline();
  await expect(device.chip()).toHaveText('Synced');
  expect(await placedIn(lab.pool, 'Offline plate')).toEqual({ [first]: 'B1', [second]: 'F6', [third]: 'D4' });
});

test('a slow scanner on a handheld puts a tube into the scanned well, whatever was pressed before', async ({
  lab,
  newDevice,
}) => {
  const device = await newDevice('handheld');
  const { page } = device;
  const [first, second] = await tubesInQueue(lab.pool, 2);
  if (!first || !second) throw new Error('The demo lab has too few tubes in the queue.');
  await device.signIn('LAB_TECH');
  await device.open('/lab/queue');
  await device.ready();
  await expect(page.getByText(first)).toBeVisible();
  for (const tube of [first, second]) {
    await device.scan(tube, 60);
    await expect(page.getByText('Scanned', { exact: true })).toHaveCount(tube === first ? 1 : 2);
  }
  await page.getByRole('button', { name: 'Add 2 to batch' }).click();
  await page.getByRole('button', { name: /third plate/ }).click();
  const larger = page.getByRole('button', { name: 'Larger wells' });
  await larger.focus();
  await page.keyboard.press('Enter');
  await expect(larger.or(page.getByRole('button', { name: 'Whole plate' }))).toBeFocused();
  await device.scan(first, 60);
  await expect(verdict(page)).toContainText(`${first}: scan its well`);
  await device.scan('G11', 60);
  await expect(verdict(page)).toContainText(`${first} is in G11`);
  await expect(page.getByRole('button', { name: 'Whole plate' })).toBeFocused();
  await expect(well(page, 'H5')).toHaveAccessibleName('H5: empty');
  await well(page, 'H5').focus();
  await device.scan(second, 60);
  await expect(verdict(page)).toContainText(`${second}: scan its well`);
  await device.scan('G', 8);
  await expect(page.getByText('A scan was not read completely. Scan again.')).toBeVisible();
  await expectAccessible(page);
  await device.scan('G12', 60);
  await expect(verdict(page)).toContainText(`${second} is in G12`);
  await expect(page.getByText('A scan was not read completely. Scan again.')).toHaveCount(0);
  await expect(well(page, 'G11')).toHaveAccessibleName(`G11: ${first}`);
  await expect(well(page, 'G12')).toHaveAccessibleName(`G12: ${second}`);
  await expect(well(page, 'H5')).toHaveAccessibleName('H5: empty');
});

test('a tube is placed by touch, and every screen of batches and the queue passes axe', async ({
  lab,
  newDevice,
}) => {
  const device = await newDevice('handheld');
  const { page } = device;
  const [tube] = await tubesInQueue(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube in the queue.');
  await device.signIn('LAB_TECH');
  await device.open('/lab/queue');
  await device.ready();
  await expect(page.getByText(tube)).toBeVisible();
  await expectAccessible(page);
  await device.scan(tube);
  await page.getByRole('button', { name: 'Add 1 to batch' }).click();
  await page.getByRole('button', { name: /third plate/ }).click();
  await page.getByRole('button', { name: 'Larger wells' }).tap();
  await page.getByRole('button', { name: `Place ${tube}` }).tap();
  await well(page, 'H12').tap();
  await expect(verdict(page)).toContainText(`${tube} is in H12`);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByText('9 samples placed')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: /Samples/ }).click();
  await expect(page.getByText(tube)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: /Sections/ }).click();
  await expectAccessible(page);
  await device.open('/lab/batches');
  await expect(page.getByRole('link', { name: /third plate/ })).toBeVisible();
  await expectAccessible(page);
});
