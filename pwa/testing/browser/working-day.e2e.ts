import { expect } from '@playwright/test';
import { createBatch, inspectAndThaw, layOutPlate, signSection, startBatch } from './batch-work.ts';
import { test } from './bench-test.ts';
import { recordHeaderStatus } from './header-status.ts';
import { expectInstallable } from './installable.ts';
import { expectExactlyOnce, storedTubes, whereIs } from './lab-truth.ts';
import {
  moveBox,
  moveTubes,
  openDelivery,
  prepareSigning,
  printTubeLabels,
  receiveTubes,
  signDelivery,
} from './receiving.ts';
import { signInOnPage } from './sign-in.ts';

const TUBES = ['LT0131001', 'LT0131002', 'LT0131003'];

test('a lab tech works a day offline; all work arrives once, and a conflict asks the manager for one decision', async ({
  lab,
  newDevice,
  newProfileDevice,
}) => {
  const handheld = await newProfileDevice('handheld');
  const desktop = await newDevice('desktop');
  const [handheldTube, desktopTube] = await storedTubes(lab.pool, 2);
  if (!handheldTube || !desktopTube) throw new Error('The demo lab has too few tubes.');
  let batchId = '';

  await test.step('the manager creates a batch', async () => {
    await desktop.signIn('LAB_MANAGER');
    await desktop.open('/lab/batches');
    batchId = await createBatch(desktop, lab.pool, 'SOP-PREP-01', 'Blood of the day');
  });

  await test.step('the lab tech signs in, and the app can be installed', async () => {
    await handheld.open('/');
    await signInOnPage(handheld.page, 'LAB_TECH');
    await handheld.ready();
    await expectInstallable(handheld);
    await prepareSigning(handheld);
    await handheld.open('/lab/batches');
    await expect(handheld.page.getByText('Blood of the day')).toBeVisible();
  });

  await test.step('the network is gone, the browser is started again', async () => {
    await handheld.quit();
    await handheld.goOffline();
    await handheld.start();
  });
  const statusTexts = await recordHeaderStatus(handheld.context);
  await handheld.open('/');
  await handheld.page.reload();
  await expect(handheld.chip()).toHaveText('Offline');

  const labels = await test.step('a shipment is received, its labels wait for the printer', async () => {
    await handheld.open('/lab/specimens/accession');
    await openDelivery(handheld, 'W-000131');
    const julianIds = await receiveTubes(handheld, TUBES);
    await printTubeLabels(handheld, TUBES.length);
    await signDelivery(handheld);
    await expect(handheld.page.getByText('Saved on this device')).toBeVisible();
    return julianIds.map((julianId) => `${julianId}-01`);
  });

  await test.step('tubes are stored and a box is moved', async () => {
    await handheld.open('/lab/samples/move');
    await moveTubes(handheld, labels, 'BOX-06');
    await handheld.open('/lab/samples/move?mode=container');
    await moveBox(handheld, 'BOX-06', 'FRZ-1-A1');
  });

  await test.step('a plate is laid out, its first section is run and signed', async () => {
    await handheld.open(`/lab/batches/${batchId}?tab=plate`);
    await layOutPlate(handheld, labels);
    await startBatch(handheld);
    await handheld.page.getByRole('tab', { name: /^Sections/ }).click();
    await handheld.page.getByRole('link', { name: /Inspect and thaw/ }).click();
    await inspectAndThaw(handheld, labels);
    await signSection(handheld);
  });

  const slot = await test.step('both put a tube into the same place of a box', async () => {
    await desktop.open('/lab/samples/move');
    const [desks] = await moveTubes(desktop, [desktopTube.barcode], 'BOX-05');
    await expect(desktop.chip()).toHaveText('Synced');
    await handheld.open('/lab/samples/move');
    const [handhelds] = await moveTubes(handheld, [handheldTube.barcode], 'BOX-05');
    expect(handhelds).toBe(desks);
    return handhelds?.replace('Box 05, ', '') ?? '';
  });

  await desktop.open(`/lab/batches/${batchId}?tab=sections`);
  await expect(handheld.chip()).toHaveText(/^\d+ waiting$/);
  const waiting = Number.parseInt((await handheld.chip().textContent()) ?? '', 10);
  expect(statusTexts).not.toContain('Synced');

  await test.step('back online, everything arrives once and the other device sees it', async () => {
    await handheld.goOnline();
    await expect(handheld.chip()).toHaveText('1 conflict');
    await expect(desktop.page.getByRole('link', { name: /Inspect and thaw.*Completed/ })).toBeVisible();
    await expectExactlyOnce(handheld, lab.pool, 'LAB_TECH', waiting);
    for (const label of labels) expect(await whereIs(lab.pool, label)).toMatch(/^BOX-06 \w+$/);
    expect(await whereIs(lab.pool, desktopTube.barcode)).toBe(`BOX-05 ${slot}`);
    expect(await whereIs(lab.pool, handheldTube.barcode)).toBe('BOX-05');
    const prints = await lab.pool.query('SELECT count(*)::int AS n FROM print_job');
    expect(prints.rows).toEqual([{ n: 1 }]);
  });

  await test.step('the manager decides the collision, and both devices show it', async () => {
    await desktop.open('/data-sync?tab=conflicts');
    const card = desktop.page.getByRole('article').filter({ hasText: handheldTube.barcode });
    await expect(card).toContainText('Tess Nakamura');
    await expect(card).toContainText('Lena Maddox');
    await card
      .getByRole('button', { name: 'The second is there; the first is looked for in the box' })
      .click();
    await expect(card).toBeHidden();
    await expect(handheld.chip()).toHaveText('Synced');
    expect(await whereIs(lab.pool, handheldTube.barcode)).toBe(`BOX-05 ${slot}`);
    expect(await whereIs(lab.pool, desktopTube.barcode)).toBe('BOX-05');
    for (const device of [handheld, desktop]) {
      await device.open(`/lab/samples/${handheldTube.id}`);
      await expect(device.page.getByText(new RegExp(`Box 05, ${slot}\\b`)).first()).toBeVisible();
    }
  });
});
