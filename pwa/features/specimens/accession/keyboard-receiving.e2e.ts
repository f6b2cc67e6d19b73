import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { figure, putTubeOrder } from '#pwa/testing/browser/delivery.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

/** A person's pace: a scanner types faster. */
const BY_HAND = { delay: 120 };
const MAX_STEPS = 40;

/** Press Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, `the focus reaches it by ${MAX_STEPS} presses of Tab`).toBeFocused();
}

test('a shipment is received to its signature by keyboard and scanner alone, also with prefixes and stars', async ({
  lab,
  newDevice,
}) => {
  const [first, second, third] = await putTubeOrder(lab.pool, 'W-000991', 3);
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await prepareSigning(device);
  await device.open('/lab/specimens/accession');
  await device.ready();
  await device.goOffline();
  await expect(page.getByLabel('Scan the package')).toBeFocused();
  await page.keyboard.type('W-000991', BY_HAND);
  await page.keyboard.press('Enter');
  await expect(figure(page, 'expected')).toHaveText('3');
  await expect(page.getByLabel('Scan a tube, plate, label or box')).toBeFocused();
  for (const [index, raw] of [`]d1${first}`, `*${second}*`, `]C0${third}`].entries()) {
    await device.scan(raw);
    await expect(figure(page, 'received')).toHaveText(String(index + 1));
  }
  await expect(figure(page, 'unexpected')).toHaveText('0');

  await tabTo(page, page.getByRole('tab', { name: /^Tubes/ }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Package' })).toHaveAttribute('aria-selected', 'true');
  const intact = page.getByRole('radio', { name: 'Intact' });
  await tabTo(page, intact);
  await page.keyboard.press('Space');
  await expect(intact).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Go to the signature' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Signing PIN')).toBeFocused();
  await page.keyboard.type(PIN, BY_HAND);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  // The next thing to do is the scan of the next package.
  await expect(page.getByLabel('Scan the package')).toBeFocused();
});
