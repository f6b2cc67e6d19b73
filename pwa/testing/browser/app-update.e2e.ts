import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { ROOT } from '#scripts/install-packages.mjs';
import { test } from './bench-test.ts';
import { expectExactlyOnce, storedTubes, whereIs } from './lab-truth.ts';
import { moveTubes } from './receiving.ts';

const NEXT = 'next-version';

/** Build the app as another version from the same sources; server and browser keep running. */
async function buildVersion(version: string, outDir: string): Promise<void> {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, BUILD_VERSION: version },
  });
}

test('a new version is offered when nothing is unsaved, and it stores and sends waiting work', async ({
  lab,
  newDevice,
}, testInfo) => {
  const handheld = await newDevice('handheld');
  const { page } = handheld;
  const offer = page.getByText('A new version of Benchside is ready.');
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  const next = testInfo.outputPath('next');
  const built = buildVersion(NEXT, next);
  await handheld.signIn('LAB_TECH');
  await handheld.open('/lab/samples/move');
  await handheld.ready();
  await built;
  const server = await lab.serveBuild(next);
  try {
    await handheld.goOffline();
    const [place] = await moveTubes(handheld, [tube.barcode], 'BOX-06');
    await expect(handheld.chip()).toHaveText('1 waiting');

    // The work cannot be sent offline, so it still waits when the new version takes over.
    handheld.wire.lose('/api/sync/operations', 'request lost');
    await handheld.open('/settings?tab=signing');
    await page.getByLabel('Your signing PIN').fill('12');
    handheld.wire.leadTo(server.port);
    await handheld.goOnline();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
    });
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
    await expect(offer).toBeHidden();
    await page.getByLabel('Your signing PIN').fill('');
    await expect(offer).toBeVisible();
    await expect(handheld.chip()).toContainText('1 waiting');
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Update now' }).click();
    await reloaded;
    await expect(page.getByText(NEXT)).toBeVisible();
    await expect(handheld.chip()).toContainText('1 waiting');
    handheld.wire.loseNothing();
    await page.reload();
    await expect(handheld.chip()).toHaveText('Synced');
    await expectExactlyOnce(handheld, lab.pool, 'LAB_TECH', 1);
    expect(await whereIs(lab.pool, tube.barcode)).toBe(place?.replace('Box 06, ', 'BOX-06 '));
  } finally {
    await server.stop();
  }
});
