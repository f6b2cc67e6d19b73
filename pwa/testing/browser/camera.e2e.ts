import { expect, type Page } from '@playwright/test';
import { test } from './bench-test.ts';
import { videoCameraArgs, writeLabelVideo } from './camera-picture.ts';
import { storedTubes } from './lab-truth.ts';

async function scanWithCamera(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  const window = page.getByRole('dialog');
  await expect(window.getByText(new RegExp(`last ${code}`))).toBeVisible();
  await expect(window.locator('[data-verdict]')).toContainText(code);
  await window.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('[data-verdict]').first()).toContainText(code);
}

test("the camera reads a tube's label, even offline after a restart", async ({
  lab,
  newProfileDevice,
}, testInfo) => {
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  const videoFile = testInfo.outputPath('label.mjpeg');
  await writeLabelVideo(tube.barcode, videoFile);
  const handheld = await newProfileDevice('handheld', videoCameraArgs(videoFile));
  await handheld.signIn('LAB_TECH');
  await handheld.open('/lab/samples/move');
  await handheld.ready();
  await scanWithCamera(handheld.page, tube.barcode);
  await handheld.quit();
  await handheld.goOffline();
  await handheld.start();
  await handheld.open('/lab/samples/move');
  await expect(handheld.chip()).toHaveText('Offline');
  await handheld.page.getByRole('button', { name: 'Cancel' }).first().click();
  await scanWithCamera(handheld.page, tube.barcode);
});
