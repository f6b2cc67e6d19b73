import { expect } from '@playwright/test';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';

test.use({ serviceWorkers: 'block' });

/** Draw a picture twice as wide as high in the browser. */
const WIDE = `(async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 400; canvas.height = 200;
  const context = canvas.getContext('2d');
  context.fillStyle = 'teal'; context.fillRect(0, 0, 200, 200);
  context.fillStyle = 'orange'; context.fillRect(200, 0, 200, 200);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;

for (const size of sizesOfJourney('desktop')) {
  test(`a profile image is cropped, saved, shown and removed: ${size}`, async ({ lab, newDevice }) => {
    const { page, signIn, open } = await newDevice(size);
    await signIn('COMPANY_USER');
    await open('/settings?tab=account');
    await expect(page.getByRole('heading', { name: 'Profile image' })).toBeVisible();
    expect.soft(await axeFindingsInThemes(page), 'settings can be used by everybody').toEqual([]);
    expect.soft(await sidewaysOverflow(page)).toEqual([]);
    expect.soft(await smallTargets(page, size === 'handheld')).toEqual([]);
    const bytes = Buffer.from(String(await page.evaluate(WIDE)), 'base64');
    const chooser = page.getByLabel('Picture file');
    await chooser.setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await expect(page.getByText('This file is not a picture that can be shown.')).toBeVisible();
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: bytes });
    await page.getByLabel('Move left or right').fill('0');
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByText('Your profile image is saved.')).toBeVisible();
    const shownPicture = page.getByRole('main').locator('img[src^="/api/s3/files/"]');
    await expect(shownPicture).toBeVisible();
    const inHeader = page.getByRole('banner').locator('img[src^="/api/s3/files/"]');
    await expect(inHeader).toBeVisible();
    // Its space is reserved before its bytes arrive.
    await expect
      .poll(() =>
        shownPicture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
      )
      .toEqual([200, 200]);
    const { rows } = await lab.pool.query(
      `SELECT f.status, f.type FROM s3_file f JOIN "user" u ON u.image = f.id WHERE u.email = 'company-user@wbl.example'`,
    );
    expect(rows).toEqual([{ status: 'STORED', type: 'image/jpeg' }]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Profile image removed successfully')).toBeVisible();
    await expect(shownPicture).toHaveCount(0);
    await expect(inHeader).toHaveCount(0);
  });
}
