import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { BUILT_APP } from '#scripts/testing/lab-server.ts';
import { test } from './bench-test.ts';
import { expectExactlyOnce, storedTubes } from './lab-truth.ts';
import { moveTubes } from './receiving.ts';

/** The URL of the file with the rules, which the page requests only with the first operation. */
function rulesFile(): string {
  const folder = path.join(process.env[BUILT_APP] ?? 'dist', 'assets', 'bench');
  const name = readdirSync(folder).find((file) => /^bench-operations-.*\.js$/.test(file));
  if (!name) throw new Error('The build has no file with the rules of the bench.');
  return `/assets/bench/${name}`;
}

test('an incompletely loaded device says so; one that is ready executes its first operation offline', async ({
  lab,
  newDevice,
}) => {
  const handheld = await newDevice('handheld');
  const notice = handheld.page.getByText('This device is not ready to work without a network');
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  handheld.wire.lose(rulesFile(), 'request lost');
  await handheld.signIn('LAB_TECH');
  await handheld.open('/lab/samples/move');
  await expect(handheld.chip()).toHaveText('Fetching');
  await handheld.goOffline();
  await expect(handheld.chip()).toHaveText('Offline · not ready');
  await expect(notice).toBeVisible();

  handheld.wire.loseNothing();
  await handheld.goOnline();
  await expect(handheld.chip()).toHaveText('Synced');
  await expect(notice).toBeHidden();
  await handheld.goOffline();
  await handheld.page.reload();
  await expect(handheld.chip()).toHaveText('Offline');
  await moveTubes(handheld, [tube.barcode], 'BOX-06');
  await expect(handheld.chip()).toHaveText('1 waiting');
  await handheld.goOnline();
  await expect(handheld.chip()).toHaveText('Synced');
  await expectExactlyOnce(handheld, lab.pool, 'LAB_TECH', 1);
});

test('a device whose first load was interrupted says so, and completes it when it is connected again', async ({
  lab,
  newDevice,
}) => {
  const handheld = await newDevice('handheld');
  const { page } = handheld;
  const missing = page.getByText(/Data is incomplete/);
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  await handheld.signIn('LAB_TECH');
  // This is the state at the start: app and data are incomplete, and the worker that caches the app is not
  // installed.
  const snapshotRequest = page.waitForRequest(/\/api\/sync\/snapshot/);
  await handheld.open('/');
  await snapshotRequest;
  await handheld.goOffline();
  await expect(handheld.chip()).toHaveText('Offline · not ready');
  await expect(missing).toBeVisible();
  await handheld.goOnline();
  await expect(handheld.chip()).toHaveText('Synced');
  await expect(missing).toBeHidden();
  await handheld.goOffline();
  await handheld.open('/lab/samples/move');
  await expect(handheld.chip()).toHaveText('Offline');
  await moveTubes(handheld, [tube.barcode], 'BOX-06');
  await expect(handheld.chip()).toHaveText('1 waiting');
});
