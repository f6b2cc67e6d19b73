import { expect, type Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { expectExactlyOnce, handheldWork, storedTubes } from '#pwa/testing/browser/lab-truth.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { moveTubes, prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { PIN, signInOnPage } from '#pwa/testing/browser/sign-in.ts';

async function lock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
}

for (const size of sizesOfJourney('handheld'))
  test(`a locked device of size ${size} opens with its user's PIN and shows nothing before`, async ({
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

test('two users share a handheld and switch with two taps and the PIN', async ({ newDevice }) => {
  const device = await newDevice('handheld');
  const { page } = device;
  await device.open('/');
  await signInOnPage(page, 'LAB_TECH');
  await device.ready();
  await lock(page);
  await page.getByRole('button', { name: 'Switch user' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signInOnPage(page, 'RESEARCH_ASSISTANT');
  await expect(device.chip()).toHaveText('Synced');
  await lock(page);
  await page.getByRole('button', { name: 'Tess Nakamura' }).click();
  await page.screenshot({ path: test.info().outputPath('people.png') });
  await page.getByLabel('PIN of Tess Nakamura').fill(PIN);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tess Nakamura: user menu' })).toBeVisible();
  await expect(device.chip()).toHaveText('Synced');
});

const parkedPeople = (page: Page) =>
  page.getByRole('region', { name: 'Also signed in on this device' }).getByRole('listitem');

/** Switch users with two taps and a PIN: lock the screen, tap a name. */
async function switchPerson(page: Page): Promise<void> {
  await lock(page);
  await parkedPeople(page).getByRole('button').first().click();
  await page.getByLabel(/^PIN of/).fill(PIN);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden();
}

/** Sign in two users who can sign on the handheld; the tech waits, the assistant works. */
async function shareHandheld(device: Device): Promise<void> {
  const { page } = device;
  await device.open('/');
  await signInOnPage(page, 'LAB_TECH');
  await prepareSigning(device);
  await lock(page);
  await page.getByRole('button', { name: 'Switch user' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signInOnPage(page, 'RESEARCH_ASSISTANT');
  await prepareSigning(device);
  await device.open('/lab/samples/move');
  await expect(device.chip()).toHaveText('Synced');
}

test("two users take turns on an offline handheld, and each one's work arrives under their own name", async ({
  lab,
  newDevice,
}) => {
  const device = await newDevice('handheld');
  const { page } = device;
  const [first, second, third] = await storedTubes(lab.pool, 3);
  if (!first || !second || !third) throw new Error('The demo lab has too few tubes.');
  await shareHandheld(device);
  await device.goOffline();
  await moveTubes(device, [first.barcode], 'BOX-06');
  await switchPerson(page);
  await expect(page.getByRole('button', { name: 'Tess Nakamura: user menu' })).toBeVisible();
  await moveTubes(device, [second.barcode], 'BOX-05');
  await switchPerson(page);
  await expect(page.getByRole('button', { name: 'Tess Nakamura: user menu' })).toBeHidden();
  await moveTubes(device, [third.barcode], 'BOX-06');
  await lock(page);
  await page.getByRole('button', { name: 'Switch user' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await expect(parkedPeople(page)).toHaveCount(2);
  await page.screenshot({ path: test.info().outputPath('sign-in-offline.png') });
  await page.getByRole('button', { name: 'Tess Nakamura' }).click();
  await page.getByLabel('PIN of Tess Nakamura').fill(PIN);
  await expect(page.getByRole('button', { name: 'Tess Nakamura: user menu' })).toBeVisible();

  await device.goOnline();
  await expect(device.chip()).toHaveText('Synced');
  await expectExactlyOnce(device, lab.pool, 'LAB_TECH', 1);
  expect(await handheldWork(lab.pool, 'RESEARCH_ASSISTANT')).toEqual([]);
  await switchPerson(page);
  await expect(device.chip()).toHaveText('Synced');
  await expectExactlyOnce(device, lab.pool, 'RESEARCH_ASSISTANT', 2);
});

test('after a reload the PIN is requested once before anything is sent', async ({ lab, newDevice }) => {
  const device = await newDevice('handheld');
  const { page } = device;
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  await shareHandheld(device);
  await device.goOffline();
  await switchPerson(page);
  await moveTubes(device, [tube.barcode], 'BOX-06');
  await page.reload();
  await expect(device.chip()).toHaveText('1 waiting');
  await device.goOnline();
  await expect(page.getByRole('heading', { name: 'Enter your PIN to send your work' })).toBeVisible();
  expect(await handheldWork(lab.pool, 'LAB_TECH')).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, true)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('enter-pin.png') });
  await page.getByLabel(/Your signing PIN/).fill(PIN);
  await expect(page.getByRole('heading', { name: /Enter your PIN/ })).toBeHidden();
  await expect(device.chip()).toHaveText('Synced');
  await expectExactlyOnce(device, lab.pool, 'LAB_TECH', 1);
});

test('work of a user whose session has ended waits for their password', async ({ lab, newDevice }) => {
  const device = await newDevice('handheld');
  const { page } = device;
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  await shareHandheld(device);
  await device.goOffline();
  await switchPerson(page);
  await moveTubes(device, [tube.barcode], 'BOX-06');
  await device.context.clearCookies({ name: 'benchside.parked' });
  device.problems.allow(/status of 401/);
  await device.goOnline();
  await expect(page).toHaveURL(/sign-in\?error=SessionEnded/);
  await expect(page.getByText('your unsent work is kept')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tess Nakamura' })).toBeHidden();
  await expect(parkedPeople(page)).toHaveCount(1);
  expect(await handheldWork(lab.pool, 'LAB_TECH')).toEqual([]);
  await signInOnPage(page, 'LAB_TECH');
  await expect(device.chip()).toHaveText('Synced');
  await expectExactlyOnce(device, lab.pool, 'LAB_TECH', 1);
});
