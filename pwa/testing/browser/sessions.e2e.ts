import { expect } from '@playwright/test';
import { test } from './bench-test.ts';
import type { Device } from './device.ts';
import { expectExactlyOnce, handheldWork, storedTubes } from './lab-truth.ts';
import { moveTubes } from './receiving.ts';
import { signInOnPage } from './sign-in.ts';

/** Sign out through the menu; with unsent work the app asks first. */
async function signOut(device: Device, expectsWarning: boolean): Promise<void> {
  const { page } = device;
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  if (!expectsWarning) return;
  const window = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await expect(window).toContainText('1 of your operations is only on this device.');
  await window.getByRole('button', { name: 'Sign out anyway' }).click();
}

/** Make a lab tech's move that waits, because no request arrives. */
async function waitingMove(device: Device, barcode: string): Promise<void> {
  device.wire.lose('/api/sync/operations', 'request lost');
  device.problems.allow(/net::ERR_/);
  await device.open('/lab/samples/move');
  await moveTubes(device, [barcode], 'BOX-06');
  await expect(device.chip()).toHaveText('1 waiting');
}

test("one user's work on a device survives another user’s shift and is never sent as theirs", async ({
  lab,
  newDevice,
}) => {
  const handheld = await newDevice('handheld');
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  await handheld.open('/');
  await signInOnPage(handheld.page, 'LAB_TECH');
  await handheld.ready();
  await waitingMove(handheld, tube.barcode);
  await signOut(handheld, true);
  await expect(handheld.page).toHaveURL(/sign-in/);
  handheld.wire.loseNothing();

  await signInOnPage(handheld.page, 'RESEARCH_ASSISTANT');
  await expect(handheld.chip()).toHaveText('Synced');
  expect(await handheldWork(lab.pool, 'LAB_TECH')).toEqual([]);
  expect(await handheldWork(lab.pool, 'RESEARCH_ASSISTANT')).toEqual([]);
  await signOut(handheld, false);

  await signInOnPage(handheld.page, 'LAB_TECH');
  await expect(handheld.chip()).toHaveText('Synced');
  await expectExactlyOnce(handheld, lab.pool, 'LAB_TECH', 1);
});

test('a session that ended on the server keeps the queue and sends it after the next sign-in', async ({
  lab,
  newDevice,
}) => {
  const handheld = await newDevice('handheld');
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  await handheld.signIn('LAB_TECH');
  await handheld.open('/');
  await handheld.ready();
  await handheld.open('/lab/samples/move');
  await handheld.goOffline();
  await moveTubes(handheld, [tube.barcode], 'BOX-06');
  await handheld.context.clearCookies();
  handheld.problems.allow(/status of 401/);
  await handheld.goOnline();
  await expect(handheld.page).toHaveURL(/sign-in\?error=SessionEnded/);
  await expect(handheld.page.getByText('your unsent work is kept')).toBeVisible();
  expect(await handheldWork(lab.pool, 'LAB_TECH')).toEqual([]);
  await signInOnPage(handheld.page, 'LAB_TECH');
  await expect(handheld.chip()).toHaveText('Synced');
  await expectExactlyOnce(handheld, lab.pool, 'LAB_TECH', 1);
});

test('a revoked device still hands over earlier work, and its session is over', async ({
  lab,
  newDevice,
}) => {
  const handheld = await newDevice('handheld');
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  await handheld.signIn('LAB_TECH');
  await handheld.open('/lab/samples/move');
  await handheld.ready();
  await handheld.goOffline();
  await moveTubes(handheld, [tube.barcode], 'BOX-06');

  const desktop = await newDevice('desktop');
  await desktop.signIn('LAB_MANAGER');
  await desktop.open('/data-sync?tab=devices');
  const row = desktop.page.getByRole('row').filter({ hasText: 'Tess Nakamura' });
  await row.getByRole('button', { name: /Revoke/ }).click();
  await desktop.page
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke/ })
    .click();
  await expect(row).toContainText(/Revoked/);

  handheld.problems.allow(/status of 40[139]/);
  await handheld.goOnline();
  await expect(handheld.page).toHaveURL(/sign-in/);
  // The work was done before the revocation, so it counts; only later work is quarantined.
  await expect
    .poll(async () => (await handheldWork(lab.pool, 'LAB_TECH')).map(({ name, outcome }) => [name, outcome]))
    .toEqual([['move-sample', 'APPLIED']]);
});
