import { expect, type Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { signInOnPage } from '#pwa/testing/browser/sign-in.ts';

const PIN = '246810';

async function lock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
}

for (const size of ['handheld', 'desktop'] as const)
  test(`a locked device of size ${size} opens with the PIN of its person and shows nothing before`, async ({
    newDevice,
  }) => {
    const device = await newDevice(size);
    const { page } = device;
    await device.signIn('LAB_TECH');
    await device.open('/lab/samples/move');
    await device.ready();
    await lock(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
    expect(await sidewaysOverflow(page)).toEqual([]);
    expect(await smallTargets(page, size === 'handheld')).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`locked-${size}.png`) });
    await page.getByLabel(/Your signing PIN/).fill(PIN);
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Move samples' })).toBeVisible();
  });

test('two people share a handheld: each goes on with two taps and the PIN', async ({ newDevice }) => {
  const device = await newDevice('handheld');
  const { page } = device;
  await device.open('/');
  await signInOnPage(page, 'LAB_TECH');
  await device.ready();
  await lock(page);
  await page.getByRole('button', { name: 'Switch person' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signInOnPage(page, 'RESEARCH_ASSISTANT');
  await expect(device.chip()).toHaveText('Synced');
  await lock(page);
  await page.getByRole('button', { name: 'Tess Nakamura' }).click();
  await page.screenshot({ path: test.info().outputPath('people.png') });
  await page.getByLabel('PIN of Tess Nakamura').fill(PIN);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tess Nakamura: user menu' })).toBeVisible();
  await expect(device.chip()).toHaveText('Synced');
});
