import { expect } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { storedTubes } from '#pwa/testing/browser/lab-truth.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';

for (const size of sizesOfJourney('handheld')) {
  test(`the tree leads offline to a box, its picture to a tube: ${size}`, async ({ lab, newDevice }) => {
    const [tube] = await storedTubes(lab.pool, 1);
    if (!tube) throw new Error('The demo lab has no tube.');
    const device = await newDevice(size);
    const { page } = device;
    const checkScreen = async (name: string): Promise<void> => {
      expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
      expect.soft(await smallTargets(page, size === 'handheld'), `${name} has large targets`).toEqual([]);
      expect.soft(await axeFindings(page), `${name} can be used by everybody`).toEqual([]);
    };
    await device.signIn('LAB_TECH');
    await device.open('/lab/inventory/storage-management');
    await device.ready();
    await device.goOffline();
    await expect(page.getByRole('treeitem', { name: /^Freezer 1/ })).toBeVisible();
    await checkScreen('the tree');
    await page
      .getByRole('treeitem', { name: /^Disposed|^Main laboratory/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('treeitem').nth(1)).toBeFocused();
    await page.getByLabel('Search locations').fill(tube.place ?? '');
    await page.getByRole('treeitem', { name: new RegExp(`^${tube.place}`) }).click();
    await expect(
      page.getByRole('gridcell', { name: new RegExp(`^${tube.position}: occupied`) }),
    ).toBeVisible();
    await checkScreen('a box');
    await page.getByRole('gridcell', { name: new RegExp(`^${tube.position}: `) }).click();
    await page.getByLabel('Selected position').getByRole('link', { name: tube.barcode }).click();
    await expect(page.getByRole('heading', { level: 1, name: tube.barcode })).toBeVisible();
    await expect(page.getByRole('gridcell', { selected: true })).toHaveAttribute(
      'data-position',
      tube.position ?? '',
    );
    await checkScreen('a tube');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Not found' }).click();
    await expect(page.getByText(/^Not found since/)).toBeVisible();
    await expect(page.getByText('Not yet synced')).toBeVisible();
    await page.getByRole('link', { name: 'Samples', exact: true }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Samples' })).toBeVisible();
    await page.getByLabel('Search samples').fill(tube.barcode);
    await expect(page.getByRole('link', { name: tube.barcode })).toBeVisible();
    await checkScreen('the list');
  });
}
