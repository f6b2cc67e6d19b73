import { expect } from '@playwright/test';
import { test } from './bench-test.ts';
import { expectExactlyOnce, handheldWork, storedTubes, whereIs } from './lab-truth.ts';
import { checkOut, moveTubes } from './receiving.ts';

test('waiting work on a handheld survives a killed browser and is sent exactly once', async ({
  lab,
  newProfileDevice,
}) => {
  const handheld = await newProfileDevice('handheld');
  const [first, second, checkedOut] = (await storedTubes(lab.pool, 3)).map(({ barcode }) => barcode);
  if (!first || !second || !checkedOut) throw new Error('The demo lab has too few tubes.');
  await handheld.signIn('LAB_TECH');
  await handheld.open('/lab/samples/move');
  await handheld.ready();
  // A cookie reaches the disk only after a while; closing the browser writes it.
  await handheld.quit();
  await handheld.goOffline();
  await handheld.start();
  await handheld.open('/lab/samples/move');
  const places = await moveTubes(handheld, [first, second], 'BOX-06');
  await handheld.open('/lab/samples/check-out');
  await checkOut(handheld, checkedOut);
  await expect(handheld.chip()).toHaveText('3 waiting');
  await handheld.kill();
  await handheld.start();
  await handheld.open('/data-sync');
  await expect(handheld.chip()).toHaveText('3 waiting');
  await expect(handheld.page.getByText('Saved on this device')).toHaveCount(3);
  await handheld.goOnline();
  await expect(handheld.chip()).toHaveText('Synced');
  const names = await expectExactlyOnce(handheld, lab.pool, 'LAB_TECH', 3);
  expect(names).toEqual(['move-sample', 'move-sample', 'check-out-sample']);
  const expectedPlaces = places.map((place) => place.replace('Box 06, ', 'BOX-06 '));
  expect(await Promise.all([first, second].map((barcode) => whereIs(lab.pool, barcode)))).toEqual(
    expectedPlaces,
  );
});

test("a browser killed between the server's commit and its answer sends the work again, and nothing is done twice", async ({
  lab,
  newProfileDevice,
}) => {
  const handheld = await newProfileDevice('handheld');
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  await handheld.signIn('LAB_TECH');
  await handheld.open('/lab/samples/move');
  await handheld.ready();
  await handheld.quit();
  await handheld.start();
  handheld.wire.lose('/api/sync/operations', 'response lost');
  handheld.problems.allow(/net::ERR_/);
  await handheld.open('/lab/samples/move');
  const [place] = await moveTubes(handheld, [tube.barcode], 'BOX-06');
  await expect.poll(async () => (await handheldWork(lab.pool, 'LAB_TECH')).length).toBe(1);
  await expect(handheld.chip()).toHaveText('1 waiting');
  await handheld.kill();
  handheld.wire.loseNothing();
  await handheld.start();
  await handheld.open('/data-sync');
  await expect(handheld.chip()).toHaveText('Synced');
  await expectExactlyOnce(handheld, lab.pool, 'LAB_TECH', 1);
  expect(await whereIs(lab.pool, tube.barcode)).toBe(place?.replace('Box 06, ', 'BOX-06 '));
});
