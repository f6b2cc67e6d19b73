import { expect } from '@playwright/test';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

test.use({ serviceWorkers: 'block' });

test('a manager writes a flow from approved procedures, and a director approves it with the PIN', async ({
  newDevice,
}) => {
  const writer = await newDevice('desktop');
  await writer.signIn('LAB_MANAGER');
  await writer.open('/lab/flows');
  const { page } = writer;
  await expect(page.getByRole('link', { name: /From blood/ }).first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'New flow' }).click();
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByLabel('Name').fill('Route of the browser test');
  await dialog.getByLabel('Code').fill('FLOW-E2E-01');
  await dialog.getByLabel('Extraction').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create flow' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('FLOW-E2E-01');
  await page.getByRole('button', { name: 'Submit' }).click();
  const submit = page.getByRole('dialog', { name: 'Submit version 1' });
  await submit.getByLabel('Change summary').fill('The first route of this test.');
  await submit.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Pending approval').first()).toBeVisible();
  const address = new URL(page.url()).pathname;

  const director = await newDevice('desktop');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  await director.open(address);
  await director.page.getByRole('button', { name: 'Approve' }).click();
  const approval = director.page.getByRole('dialog', { name: /^Approve FLOW-E2E-01/ });
  await approval.getByLabel('Signing PIN').fill(PIN);
  await approval.getByRole('button', { name: 'Sign and approve' }).click();
  await expect(director.page.getByText('Approved by')).toBeVisible();
  await expect(director.page.getByText('Valid', { exact: true })).toBeVisible();
  expect(await axeFindings(director.page)).toEqual([]);
});
