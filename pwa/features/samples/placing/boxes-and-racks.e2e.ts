import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { sparseBoxes, whereIs } from '#pwa/testing/browser/lab-truth.ts';
import { goTo } from '#pwa/testing/browser/screens.ts';

const verdict = (page: Page) => page.locator('[data-verdict]').first();

/** Scan a code and wait for the feedback: its text and its color name. */
async function scanned(device: Device, code: string, text: string | RegExp, kind = 'ok'): Promise<void> {
  await device.scan(code);
  await expect(verdict(device.page)).toContainText(text);
  await expect(verdict(device.page)).toHaveAttribute('data-verdict', kind);
}

/** A device of a lab tech that shows a page and is offline. */
async function openOffline(device: Device, path: string): Promise<Page> {
  await device.signIn('LAB_TECH');
  await device.open(path);
  await device.ready();
  await device.goOffline();
  return device.page;
}

async function goOnline(device: Device): Promise<void> {
  await device.goOnline();
  await expect(device.chip()).toHaveText('Synced');
}

test('many tubes are moved or checked in with the tubes or the box first, and a repeated scan is said', async ({
  lab,
  newDevice,
}) => {
  const [box, other] = await sparseBoxes(lab.pool);
  const [first, second, third] = other?.tubes ?? [];
  if (!box || !first || !second || !third) throw new Error('The demo lab has no boxes to work with.');
  const device = await newDevice('handheld');
  const page = await openOffline(device, '/lab/samples/move?mode=many');

  await test.step('the tubes first', async () => {
    await expect(page.getByText('Scan the container or the samples')).toBeVisible();
    await scanned(device, first.barcode, '1 listed');
    await scanned(device, second.barcode, '2 listed');
    await scanned(device, first.barcode, 'Already listed', 'repeat');
    await device.scan(box.code);
    // The second pull of the trigger would finish the move.
    await scanned(device, box.code, 'Scan the samples that go in', 'repeat');
    await page.getByRole('button', { name: 'Move 2 samples' }).click();
    await expect(verdict(page)).toContainText(`2 samples moved to ${box.name}`);
  });

  await test.step('the box first', async () => {
    await scanned(device, box.code, `Into ${box.name}`);
    await scanned(device, third.barcode, /Position [A-I]\d/);
    await page.getByRole('button', { name: 'Move 1 sample' }).click();
    await expect(verdict(page)).toContainText(`1 sample moved to ${box.name}`);
  });

  await test.step('tubes in the hands are checked into one box, which is scanned once', async () => {
    await goTo(page, '/lab/samples/check-out');
    await expect(page.getByText('0 checked out')).toBeVisible();
    const [fromBox, alsoFromBox] = box.tubes;
    const heldCodes = [fromBox?.barcode ?? '', alsoFromBox?.barcode ?? ''];
    for (const code of heldCodes) await scanned(device, code, 'Checked out to you');
    await goTo(page, '/lab/samples/check-in');
    await expect(page.getByText('Scan a sample', { exact: true })).toBeVisible();
    await scanned(device, other?.code ?? '', `Into ${other?.name}`);
    const inOther = new RegExp(`${other?.name}, [A-I]\\d`);
    await scanned(device, heldCodes[0] ?? '', inOther);
    await device.scan(heldCodes[1] ?? '');
    await scanned(device, heldCodes[1] ?? '', 'Checked in already', 'repeat');
    await expect(page.getByText('2 checked in')).toBeVisible();
    await goOnline(device);
    for (const code of heldCodes)
      expect(await whereIs(lab.pool, code)).toMatch(new RegExp(`^${other?.code} `));
  });
  for (const { barcode } of [first, second, third])
    expect(await whereIs(lab.pool, barcode)).toMatch(new RegExp(`^${box.code} `));
});

/** Make a box a rack of 8 × 12 positions; returns it with the tubes that stay in it. */
async function makeRack(pool: pg.Pool) {
  const [box] = await sparseBoxes(pool);
  if (!box) throw new Error('The demo lab has no box.');
  await pool.query(`UPDATE storage_management SET rows = 8, columns = 12 WHERE barcode = $1`, [box.code]);
  await pool.query(
    `UPDATE sample SET storage_position = NULL, storage_location_id = (SELECT id FROM storage_management WHERE barcode = 'BENCH-1' AND entity = 'WBL')
     WHERE barcode = ANY ($1)`,
    [box.tubes.filter(({ position }) => position.startsWith('I')).map(({ barcode }) => barcode)],
  );
  return { ...box, tubes: box.tubes.filter(({ position }) => !position.startsWith('I')) };
}

const chooseFile = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });

test('rack files in UTF-16 with semicolons and as a matrix of codes are read as their readers write them', async ({
  lab,
  newDevice,
}) => {
  const rack = await makeRack(lab.pool);
  const [first, second, ...otherTubes] = rack.tubes;
  if (!first || !second) throw new Error('The box has too few tubes.');
  const device = await newDevice('desktop');
  const page = await openOffline(device, '/lab/samples/move?mode=rack-scan');
  await expect(page.getByText('Scan the box or rack', { exact: true })).toBeVisible();
  await scanned(device, rack.code, rack.name);
  const changes = page.getByRole('list', { name: 'Changes' });

  const lines = [second, ...otherTubes].map(({ position, barcode }) => `${position};${barcode}`);
  const list = [`Rack ID;${rack.code}`, 'Position;Code 2D', `${first.position};No Tube`, ...lines];
  await chooseFile(page, 'list.txt', Buffer.from(`\uFEFF${list.join('\r\n')}`, 'utf16le'));
  await expect(page.getByText('Read as list · semicolon · header in row 2 · UTF-16')).toBeVisible();
  await expect(changes.getByRole('listitem')).toHaveText(new RegExp(`Not seen.*${first.barcode}`));
  await page.getByRole('button', { name: 'Discard' }).click();

  const swapped = new Map([
    ...rack.tubes.map(({ position, barcode }) => [position, barcode] as const),
    [first.position, second.barcode],
    [second.position, first.barcode],
  ]);
  const columns = Array.from({ length: 12 }, (_, index) => String(index + 1));
  const matrix = [...'ABCDEFGH'].map((row) =>
    [row, ...columns.map((column) => swapped.get(`${row}${column}`) ?? '')].join(';'),
  );
  const grid = [`Rack ID: ${rack.code}`, ['', ...columns].join(';'), ...matrix].join('\r\n');
  await chooseFile(page, 'grid.csv', Buffer.from(grid));
  await expect(page.getByText('Read as grid · semicolon · header in row 2')).toBeVisible();
  await expect(changes.getByRole('listitem')).toHaveText([/Shifts/, /Shifts/]);
  await page.getByRole('button', { name: `Record ${rack.name} as scanned` }).click();
  await expect(verdict(page)).toContainText(`${rack.name} is recorded as scanned`);
  await goOnline(device);
  expect(await whereIs(lab.pool, first.barcode)).toBe(`${rack.code} ${second.position}`);
  expect(await whereIs(lab.pool, second.barcode)).toBe(`${rack.code} ${first.position}`);
});
