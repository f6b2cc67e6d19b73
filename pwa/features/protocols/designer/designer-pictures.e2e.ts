import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { readPdfText } from '#sync-server/services/protocols/records/pdf-text.ts';

test.use({ serviceWorkers: 'block' });

const SHOTS = process.env['DESIGNER_SHOTS'];

async function take(device: Device, name: string): Promise<void> {
  if (SHOTS) await device.page.screenshot({ path: `${SHOTS}/${name}.png` });
}

const picture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Create a draft with one step and open that step in the designer. */
async function openNewStep(device: Device, code: string): Promise<void> {
  const { page } = device;
  await device.open('/lab/procedures');
  await page.getByRole('button', { name: 'New procedure' }).click();
  const dialog = page.getByRole('dialog', { name: 'New procedure' });
  await dialog.getByLabel('Name').fill('Rotor balancing of the browser test');
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByLabel('Batch type').selectOption({ label: 'Extraction' });
  await dialog.getByLabel('Kind').selectOption({ label: 'Routine, not clinical' });
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Section', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Centrifugation');
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Balance the rotor');
}

/** Leave the page of a section within the app and come back. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Assigned sections' }).first().click();
  await expect(page.getByRole('heading', { name: 'Assigned sections', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Elute and quantify' })).toBeVisible();
}

const addPicture = async (page: Page, color: string, name: string): Promise<void> =>
  page
    .getByLabel('Picture file')
    .setInputFiles({ name, mimeType: 'image/png', buffer: await picture(color) });

test('a manager shows a step with pictures, adds the SOP, and downloads the record', async ({
  newDevice,
}) => {
  const writer = await newDevice('desktop');
  const { page } = writer;
  await page.setViewportSize({ width: 1440, height: 900 });
  await writer.signIn('LAB_MANAGER');
  await openNewStep(writer, 'SOP-E2E-05');
  await addPicture(page, 'teal', 'rotor.png');
  await expect(page.getByText('describe picture 1.')).toHaveCount(1);
  await page.getByLabel('Description of picture 1').fill('Tubes opposite each other');
  await addPicture(page, 'orange', 'lid.png');
  await page.getByLabel('Description of picture 2').fill('The closed lid');
  await page.getByRole('button', { name: 'Move picture 2 up' }).click();
  await expect(page.getByLabel('Description of picture 1')).toHaveValue('The closed lid');
  const preview = page.frameLocator('iframe[title="Preview of Centrifugation"]');
  await expect(preview.getByRole('img', { name: 'The closed lid' })).toBeVisible();
  await preview.getByRole('button', { name: 'Enlarge picture: The closed lid' }).focus();
  await page.keyboard.press('Enter');
  const enlarged = page.getByRole('dialog', { name: 'The closed lid' });
  await expect(enlarged.getByRole('img', { name: 'The closed lid' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(enlarged).toHaveCount(0);
  await take(writer, 'pictures-1440');
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('SOP file', { exact: true }).setInputFiles({
    name: 'rotor.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 the SOP'),
  });
  await expect(page.getByText('rotor.pdf')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace PDF' })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  for (const width of [820, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await take(writer, `pictures-${width}`);
    expect(await sidewaysOverflow(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'Rotor balancing of the browser test' }).click();
  await expect(page.getByRole('button', { name: 'rotor.pdf' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Tubes opposite each other' })).toBeVisible();
  await take(writer, 'procedure-1440');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Signed record' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('signed-record-SOP-E2E-05-v1.pdf');
  const path = await download.path();
  if (SHOTS) await download.saveAs(`${SHOTS}/record.pdf`);
  expect(readPdfText(await readFile(path))).toContain('Tubes opposite each other');
});

test('the bench shows the pictures of a step without a network, and says when one is not there yet', async ({
  lab,
  newDevice,
}) => {
  const writer = await newDevice('desktop');
  await writer.signIn('LAB_MANAGER');
  await writer.open('/lab/procedures');
  const storedFile = await writer.page.evaluate(
    async (bytes) => {
      const answer = await fetch('/api/lab/procedures/files?kind=PICTURE&title=rotor', {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: new Uint8Array(bytes),
      });
      return answer.json();
    },
    [
      ...(await sharp(await picture('teal'))
        .jpeg()
        .toBuffer()),
    ],
  );
  const { rows } = await lab.owner.query<{ id: string; procedureId: string }>(
    `SELECT a.id, s.procedure_id AS "procedureId" FROM assigned_section a JOIN batch b ON b.id = a.batch_id
       JOIN section s ON s.id = a.section_id
      WHERE b.name = 'Bead extraction' AND s.name = 'Elute and quantify' AND b.entity = 'WBL'`,
  );
  await lab.owner.query('ALTER TABLE step DISABLE TRIGGER approved_stays');
  await lab.owner.query(`UPDATE step SET pictures = $1 WHERE procedure_id = $2`, [
    JSON.stringify([
      { fileId: storedFile.fileId, sha256: storedFile.sha256, altText: 'Tubes opposite each other' },
    ]),
    rows[0]?.procedureId,
  ]);
  await lab.owner.query('ALTER TABLE step ENABLE TRIGGER approved_stays');

  const tech = await newDevice('handheld');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await tech.open(`/lab/assigned-sections/${rows[0]?.id}`);
  const image = page.getByRole('img', { name: 'Tubes opposite each other' }).first();
  await expect(image).toBeVisible();
  const countStored = () =>
    page.evaluate(async () => (await (await caches.open('procedure-files')).keys()).length);
  await expect.poll(countStored).toBe(1);
  await page.getByRole('button', { name: 'Enlarge picture: Tubes opposite each other' }).first().click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  // Without a service worker the page loads only what it has loaded before.
  await leaveAndReturn(page);
  await tech.goOffline();
  await leaveAndReturn(page);
  await expect(image).toBeVisible();
  await page.getByRole('button', { name: 'Enlarge picture: Tubes opposite each other' }).first().click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await take(tech, 'bench-enlarged-360');
  await page.getByRole('button', { name: 'Close' }).click();
  await take(tech, 'bench-360');
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page, true)).toEqual([]);

  await page.evaluate(() => caches.delete('procedure-files'));
  await leaveAndReturn(page);
  await expect(page.getByText('Not on this device yet. Connect to load it.').first()).toBeVisible();
  await take(tech, 'bench-missing-360');
});
