import { expect } from '@playwright/test';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

test.use({ serviceWorkers: 'block' });

const SHOTS = process.env['DESIGNER_SHOTS'];

async function take(device: Device, name: string): Promise<void> {
  if (SHOTS) await device.page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/** Create an empty draft and open its designer. */
async function openNewDraft(device: Device, code: string): Promise<void> {
  const { page } = device;
  await device.open('/lab/procedures');
  await page.getByRole('button', { name: 'New procedure' }).click();
  const dialog = page.getByRole('dialog', { name: 'New procedure' });
  await dialog.getByLabel('Name').fill('Bead clean-up of the browser test');
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByLabel('Batch type').selectOption({ label: 'Extraction' });
  await dialog.getByLabel('Kind').selectOption({ label: 'Routine, not clinical' });
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { name: `${code}, version 1` })).toBeVisible();
}

test('a manager designs a procedure from nothing, tries it in the preview, and a director approves it', async ({
  newDevice,
}) => {
  const writer = await newDevice('desktop');
  const { page } = writer;
  await page.setViewportSize({ width: 1440, height: 900 });
  await writer.signIn('LAB_MANAGER');
  await openNewDraft(writer, 'SOP-E2E-02');
  await take(writer, 'empty');
  await page.getByRole('button', { name: 'Section', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Quantification');
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Measure the concentration');
  await page.getByLabel('Instructions').fill('Use the fluorometer.');
  await page.getByLabel('Caution').fill('The dye is harmful.');
  await page.getByLabel('Timer').fill('5');
  await page.getByRole('button', { name: 'Field', exact: true }).click();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Concentration');
  await expect(page.getByLabel('Name in calculations')).toHaveValue('concentration');
  await page.getByLabel('Maximum').fill('500');
  await page.getByLabel('QC from').fill('10');
  await page.getByRole('button', { name: 'Field', exact: true }).click();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Doubled');
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption({ label: 'Calculation' });
  await page
    .getByRole('combobox', { name: 'Calculation', exact: true })
    .selectOption({ label: 'Multiplication' });
  await page.getByRole('combobox', { name: 'Operand 1' }).selectOption({ label: 'Concentration' });
  await page.getByRole('combobox', { name: 'Operand 2' }).selectOption({ label: 'A constant' });
  await page.getByRole('textbox', { name: 'Constant', exact: true }).fill('2');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await take(writer, 'fields');

  const preview = page.frameLocator('iframe[title="Preview of Quantification"]');
  await expect(preview.getByText('The dye is harmful.')).toBeVisible();
  const first = preview.getByRole('textbox', { name: 'Concentration' }).first();
  await first.fill('4');
  await first.blur();
  await expect(preview.getByText('Below 10.').first()).toBeVisible();
  await expect(preview.getByText('8', { exact: true }).first()).toBeVisible();
  await take(writer, 'preview');
  expect(await axeFindings(page)).toEqual([]);

  // A field that is removed comes back.
  await page.getByRole('treeitem', { name: 'Doubled' }).press('Delete');
  await expect(page.getByRole('treeitem', { name: 'Doubled' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('treeitem', { name: 'Measure the concentration' }).click();
  await expect(page.getByRole('treeitem', { name: 'Doubled' })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Bead clean-up of the browser test' }).click();
  await expect(page.getByText('1. Measure the concentration')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  const submit = page.getByRole('dialog', { name: 'Submit version 1' });
  await submit.getByLabel('Change summary').fill('First version for the new fluorometer.');
  await submit.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Pending approval').first()).toBeVisible();

  const director = await newDevice('desktop');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  await director.open(new URL(page.url()).pathname);
  await director.page.getByRole('button', { name: 'Approve' }).click();
  const approval = director.page.getByRole('dialog', { name: /^Approve SOP-E2E-02/ });
  await approval.getByLabel('Signing PIN').fill(PIN);
  await approval.getByRole('button', { name: 'Sign and approve' }).click();
  await expect(director.page.getByText('Approved by')).toBeVisible();
});

test('the designer works on a handheld, part by part', async ({ newDevice }) => {
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('LAB_MANAGER');
  await openNewDraft(device, 'SOP-E2E-03');
  await page.getByRole('button', { name: 'Section', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Elution');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await take(device, 'handheld-editor');
  await page.getByLabel('Preview', { exact: true }).check();
  await expect(page.frameLocator('iframe').getByText('This section has no steps yet.')).toBeVisible();
  await take(device, 'handheld-preview');
  await page.getByLabel('Outline', { exact: true }).check();
  await expect(page.getByRole('treeitem', { name: 'Elution' })).toBeVisible();
  await take(device, 'handheld-outline');
  expect(await axeFindings(page)).toEqual([]);
});

test('a section of the library is copied, and a draft takes over its change on request', async ({
  newDevice,
}) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await page.setViewportSize({ width: 1440, height: 900 });
  await device.signIn('LAB_MANAGER');
  await device.open('/lab/sections');
  await page.getByRole('button', { name: 'New section' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lysis of the browser test');
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Add buffer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Library section saved')).toBeVisible();
  await take(device, 'library-section');
  const address = new URL(page.url()).pathname;

  await openNewDraft(device, 'SOP-E2E-04');
  await page.getByRole('button', { name: 'From the library' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Lysis of the browser test/ })
    .click();
  await expect(page.getByRole('treeitem', { name: 'Lysis of the browser test' })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const draft = new URL(page.url()).pathname;

  await device.open(address);
  await expect(page.getByText('Copied by SOP-E2E-04 version 1')).toBeVisible();
  await page.getByRole('treeitem', { name: 'Add buffer' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Add 200 µL of buffer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Library section saved')).toBeVisible();

  await device.open(draft);
  const notice = page.getByText(
    'The library section Lysis of the browser test has changed since it was copied',
  );
  await expect(notice).toBeVisible();
  await take(device, 'library-change');
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('treeitem', { name: 'Add 200 µL of buffer' })).toBeVisible();
  await device.open('/lab/sections');
  await expect(page.getByRole('link', { name: /Lysis of the browser test/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await take(device, 'library');
});
