import { expect, type Page } from '@playwright/test';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { handheldWork, storedTubes } from '#pwa/testing/browser/lab-truth.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { moveTubes } from '#pwa/testing/browser/receiving.ts';
import { originOf, signInAt } from '#pwa/testing/browser/shell-world.ts';

// The identity provider's file is not a page and has no icon.
const ICON = /status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/;
// Chromium writes every refused request to the console.
const REFUSED_STATUS = /status of 40[1349]/;

/** Find a user by name as a manager and deactivate them with a reason. */
async function deactivate(page: Page, origin: string, name: string, reason: string): Promise<void> {
  await page.goto(`${origin}/users?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: 'Deactivate…' }).click();
  await page.getByLabel(/Reason/).fill(reason);
  await page.getByRole('button', { name: 'Deactivate user' }).click();
  await expect(page.getByText(`“${reason}”`)).toBeVisible();
}

for (const size of sizesOfJourney('desktop'))
  test(`a tech deactivated while offline is signed out: earlier work counts, later work is quarantined, ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const handheld = await newDevice('handheld');
    const [before, after] = await storedTubes(lab.pool, 2);
    if (!before || !after) throw new Error('The demo lab has too few tubes.');
    await handheld.signIn('LAB_TECH');
    await handheld.open('/lab/samples/move');
    await handheld.ready();
    await handheld.goOffline();
    await moveTubes(handheld, [before.barcode], 'BOX-06');

    const managerDevice = await newDevice(size);
    await managerDevice.signIn('LAB_MANAGER');
    await deactivate(managerDevice.page, managerDevice.wire.origin, 'Tess Nakamura', 'Left the lab.');
    await handheld.scan(after.barcode);
    await handheld.scan('BOX-06');
    await expect(handheld.chip()).toHaveText('2 waiting');

    handheld.problems.allow(REFUSED_STATUS);
    await handheld.goOnline();
    await expect(handheld.page).toHaveURL(/sign-in/);
    await expect
      .poll(async () => (await handheldWork(lab.pool, 'LAB_TECH')).map(({ outcome }) => outcome))
      .toEqual(['APPLIED', 'REJECTED']);
    await managerDevice.open('/data-sync?tab=quarantine');
    await expect(managerDevice.page.locator('main').getByText(/Tess Nakamura/)).toHaveCount(1);
  });

for (const size of sizesOfJourney('handheld'))
  test(`a clinician deactivated while offline is signed out on reconnect: RESONANT, the manager, ${size}`, async ({
    newDevice,
  }) => {
    const phone = await newDevice('handheld');
    const manager = await newDevice(size);
    for (const { problems } of [phone, manager]) problems.allow(ICON);
    const clinic = originOf(phone.wire.origin, 'RESONANT');
    const { user } = await signInAt(phone.page, clinic, 'RESONANT', 'CLINICIAN');
    await phone.page.goto(`${clinic}/settings`);
    await expect(phone.page.getByRole('button', { name: /user menu/ })).toBeVisible();
    await phone.waitUntilCached();
    await phone.goOffline();

    const office = originOf(manager.wire.origin, 'RESONANT');
    await signInAt(manager.page, office, 'RESONANT', 'CLINICAL_MANAGER');
    await deactivate(manager.page, office, user.name ?? '', 'Left the clinic.');

    phone.problems.allow(REFUSED_STATUS);
    await phone.goOnline();
    await expect(phone.page).toHaveURL(/sign-in\?error=SessionEnded/);
  });
