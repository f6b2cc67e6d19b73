import { expect, type Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { waitUntilPersisted } from '#pwa/testing/browser/header-status.ts';
import { sparseBoxes, storedTubes, whereIs } from '#pwa/testing/browser/lab-truth.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { goTo } from '#pwa/testing/browser/screens.ts';

const verdict = (page: Page) => page.locator('[data-verdict]').first();

/** Scan a code and wait for the feedback: its text and its color name. */
async function scanned(device: Device, code: string, text: string | RegExp, kind = 'ok'): Promise<void> {
  await device.scan(code);
  await expect(verdict(device.page)).toContainText(text);
  await expect(verdict(device.page)).toHaveAttribute('data-verdict', kind);
}

// Measured from the top of the viewport: content under the header cannot be touched either.
async function checkAppearance(device: Device, name: string): Promise<void> {
  await device.page.evaluate(() => window.scrollTo(0, 0));
  expect.soft(await sidewaysOverflow(device.page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await axeFindings(device.page), `${name} can be used by everybody`).toEqual([]);
}

for (const size of sizesOfJourney('handheld')) {
  test(`a day at the freezers works offline with the hand scanner alone: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const [small, large] = await sparseBoxes(lab.pool);
    const [tube] = await storedTubes(lab.pool, 1);
    if (!small || !large || !tube) throw new Error('The demo lab has no boxes to work with.');
    const device = await newDevice(size);
    const { page } = device;
    await device.signIn('LAB_TECH');
    await device.open('/lab/samples/check-out');
    await device.ready();
    await device.goOffline();

    await test.step('check out', async () => {
      await scanned(device, tube.barcode, 'Checked out to you');
      await expect(page.getByText('1 checked out')).toBeVisible();
      await scanned(device, tube.barcode, 'Already checked out to you.', 'repeat');
      await scanned(device, 'NOPE-4711', 'Unknown code.', 'error');
      await checkAppearance(device, 'check-out');
    });

    await test.step('check in back, home', async () => {
      await goTo(page, '/lab/samples/check-in');
      await expect(page.getByText('Scan a sample', { exact: true })).toBeVisible();
      await scanned(device, tube.barcode, 'Scan its location');
      await expect(page.getByText(`Scan the location for ${tube.barcode}`)).toBeVisible();
      await waitUntilPersisted(page);
      await page.reload();
      await expect(page.getByText(`Scan the location for ${tube.barcode}`)).toBeVisible();
      await page.getByRole('button', { name: /^Home: / }).click();
      await expect(verdict(page)).toContainText(`${tube.place}, ${tube.position}`);
      await checkAppearance(device, 'check-in');
    });

    await test.step('many at once, and undo', async () => {
      await goTo(page, '/lab/samples/move?mode=many');
      await expect(page.getByText('Scan the container or the samples')).toBeVisible();
      await scanned(device, small.code, `Into ${small.name}`);
      for (const one of large.tubes.slice(0, 3)) await scanned(device, one.barcode, /Position [A-I]\d/);
      await expect(page.getByText('3 listed for')).toBeVisible();
      await page.getByRole('button', { name: 'Move 3 samples' }).click();
      await expect(verdict(page)).toContainText(`3 samples moved to ${small.name}`);
      await page.getByRole('button', { name: 'Undo this move' }).click();
      await expect(verdict(page)).toContainText('Undone');
      await checkAppearance(device, 'many at once');
    });

    await test.step('a whole box goes to another shelf', async () => {
      await goTo(page, '/lab/samples/move?mode=container');
      await expect(page.getByText('Scan the box or container that moves')).toBeVisible();
      await scanned(device, small.code, 'Scan where it goes');
      await scanned(device, 'FRIDGE-1-A', `${small.name} → Shelf A`);
      await checkAppearance(device, 'whole box');
    });

    await test.step('the rack file shows what would change before it is confirmed', async () => {
      await goTo(page, '/lab/samples/move?mode=rack-scan');
      await expect(page.getByText('Scan the box or rack', { exact: true })).toBeVisible();
      await scanned(device, small.code, small.name);
      const lines = small.tubes.slice(1).map((one) => `${one.position},${one.barcode}`);
      const file = (text: string) => ({ name: 'rack.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.locator('input[type=file]').setInputFiles(file(`${lines.join('\n')}\nZ99,${tube.barcode}`));
      await expect(verdict(page)).toContainText('Nothing of this file can be used');
      await page.locator('input[type=file]').setInputFiles(file(lines.join('\n')));
      await expect(verdict(page)).toContainText('Look at the changes, then confirm');
      const changes = page.getByRole('list', { name: 'Changes' });
      await expect(changes).toContainText('Not seen');
      await expect(changes).toContainText(small.tubes[0]?.barcode ?? '');
      await checkAppearance(device, 'rack scan');
      await page.getByRole('button', { name: `Record ${small.name} as scanned` }).click();
      await expect(verdict(page)).toContainText(`${small.name} is recorded as scanned`);
    });

    await test.step('stock-take: here, elsewhere, unknown, already', async () => {
      await goTo(page, '/lab/samples/move?mode=stock-take');
      await expect(page.getByText('Scan the location to count')).toBeVisible();
      await scanned(device, small.code, small.name);
      const [, secondTube] = small.tubes;
      await scanned(device, secondTube?.barcode ?? '', 'Here');
      await scanned(device, secondTube?.barcode ?? '', 'Already counted.', 'repeat');
      await scanned(device, large.tubes[0]?.barcode ?? '', 'Recorded elsewhere', 'warning');
      await scanned(device, 'NOPE-4712', 'Unknown code', 'error');
      await expect(page.getByText('3 counted')).toBeVisible();
      await waitUntilPersisted(page);
      await page.reload();
      await expect(page.getByText('3 counted')).toBeVisible();
      await page.getByRole('button', { name: 'Accept: it stays here' }).click();
      await expect(page.getByRole('button', { name: 'Accepted: it stays here' })).toBeVisible();
      await checkAppearance(device, 'stock-take');
      await page.getByRole('button', { name: 'Finish the count' }).click();
      await page.getByRole('button', { name: 'Record this count' }).click();
      await page.getByRole('button', { name: /^Mark \d+ as not found$/ }).click();
      await expect(verdict(page)).toContainText(`${small.name} counted`);
    });

    await test.step('online again, the server has it all', async () => {
      await device.goOnline();
      await expect(page.getByRole('button', { name: 'Synced' })).toBeVisible();
      expect(await whereIs(lab.pool, tube.barcode)).toContain(tube.position ?? '');
      expect(await whereIs(lab.pool, large.tubes[0]?.barcode ?? '')).toContain(small.code);
      const { rows } = await lab.pool.query<{ parent: string }>(
        'SELECT parent.barcode AS parent FROM storage_management p JOIN storage_management parent ON parent.id = p.parent_id WHERE p.barcode = $1',
        [small.code],
      );
      expect(rows[0]?.parent).toBe('FRIDGE-1-A');
    });
  });
}

test('ninety-six scans in sequence give ninety-six rows, and a spilled box is re-racked', async ({
  lab,
  newDevice,
}) => {
  const all = (await sparseBoxes(lab.pool)).flatMap((box) => box.tubes);
  const [small] = await sparseBoxes(lab.pool);
  if (!small) throw new Error('The demo lab has no box.');
  const tech = await newDevice('handheld');
  await tech.signIn('LAB_TECH');
  await tech.open('/lab/samples/move?mode=stock-take');
  await tech.ready();
  await tech.goOffline();
  await scanned(tech, 'BENCH-1', 'Bench 1');
  for (const one of all.slice(0, 96)) await tech.scan(one.barcode);
  await expect(tech.page.getByText('96 counted')).toBeVisible();
  await tech.page.getByRole('button', { name: 'Start over' }).click();
  await tech.page.getByRole('button', { name: 'Drop 96 counted codes' }).click();

  await goTo(tech.page, '/lab/samples/move?mode=re-rack');
  await expect(tech.page.getByText('Scan the box that was spilled')).toBeVisible();
  await scanned(tech, small.code, small.name);
  for (const one of small.tubes.slice(1)) await scanned(tech, one.barcode, /Position [A-I]\d/);
  await tech.page.getByRole('button', { name: 'Finish', exact: true }).click();
  const missing = tech.page.getByRole('list', { name: 'Missing' });
  await expect(missing).toHaveText(small.tubes[0]?.barcode ?? '');
  await tech.page.getByRole('button', { name: /^Record \d+ tubes/ }).click();
  await expect(verdict(tech.page)).toContainText(`${small.name} is in order again`);
});

test('scan anything identifies and opens a code on every page', async ({ lab, newDevice }) => {
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  const tech = await newDevice('handheld');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await tech.open('/lab/samples');
  await tech.ready();
  await tech.goOffline();
  await tech.scan('NOPE-4713');
  await expect(page.getByRole('dialog').getByText('Unknown code').first()).toBeVisible();
  await tech.scan('FRZ-1');
  await expect(page.getByRole('dialog').locator('[data-verdict]')).toContainText('Freezer 1');
  await tech.scan(tube.barcode);
  await expect(page.getByRole('dialog').locator('[data-verdict]')).toContainText(tube.barcode);
  expect.soft(await axeFindings(page), 'scan anything can be used by everybody').toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: tube.barcode })).toBeVisible();
});
