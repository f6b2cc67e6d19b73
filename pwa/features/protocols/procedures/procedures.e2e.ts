import { expect } from '@playwright/test';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

test.use({ serviceWorkers: 'block' });

test('a manager writes a procedure from a file of another one, and a director approves it with the PIN', async ({
  newDevice,
}) => {
  const writer = await newDevice('desktop');
  await writer.signIn('LAB_MANAGER');
  await writer.open('/lab/procedures');
  const { page } = writer;
  await page
    .getByRole('link', { name: /extraction/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Actions' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export to file' }).click(),
  ]);
  await writer.open('/lab/procedures');
  await page.getByRole('button', { name: 'New procedure' }).click();
  const dialog = page.getByRole('dialog', { name: 'New procedure' });
  await dialog.getByLabel('Name').fill('Column extraction of the browser test');
  await dialog.getByLabel('Code').fill('SOP-E2E-01');
  await dialog.getByLabel('Batch type').selectOption({ label: 'Extraction' });
  await dialog.getByLabel('Kind').selectOption({ label: 'Routine, not clinical' });
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SOP-E2E-01');
  await expect(page.getByText('Add a section with a step.')).toBeVisible();
  await page.getByLabel('Procedure file').setInputFiles(await download.path());
  await expect(page.getByText('File imported')).toBeVisible();
  await expect(page.getByText('Add a section with a step.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit' }).click();
  const submit = page.getByRole('dialog', { name: 'Submit version 1' });
  await submit.getByLabel('Change summary').fill('Copied for the second instrument.');
  await submit.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Pending approval').first()).toBeVisible();
  const address = new URL(page.url()).pathname;

  const director = await newDevice('desktop');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  await director.open(address);
  await director.page.getByRole('button', { name: 'Approve' }).click();
  const approval = director.page.getByRole('dialog', { name: /^Approve SOP-E2E-01/ });
  await approval.getByLabel('Signing PIN').fill(PIN);
  await approval.getByRole('button', { name: 'Sign and approve' }).click();
  await expect(director.page.getByText('Approved by')).toBeVisible();
  await expect(director.page.getByText('Valid', { exact: true })).toBeVisible();
  expect(await axeFindings(director.page)).toEqual([]);
});
