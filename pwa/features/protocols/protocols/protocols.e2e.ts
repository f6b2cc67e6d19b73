import { expect } from '@playwright/test';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

test.use({ serviceWorkers: 'block' });

test('a manager prepares the next version of a protocol, and a director approves it with the PIN', async ({
  newDevice,
}) => {
  const writer = await newDevice('desktop');
  await writer.signIn('LAB_MANAGER');
  await writer.open('/lab/protocols');
  const { page } = writer;
  // Both business entities of the lab have a protocol with this name.
  const own = page
    .getByRole('row')
    .filter({ hasText: 'Amplicon sequencing' })
    .filter({ hasNotText: ENTITY_PROFILE.RESONANT.displayName });
  await own.getByRole('link').click();
  await expect(page.getByRole('rowheader', { name: 'Nucleic acid' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'New version' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('version 2');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: /^Edit AMP/ });
  await edit.getByRole('checkbox', { name: 'Saliva' }).check();
  await edit.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('rowheader', { name: 'Saliva' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  const submit = page.getByRole('dialog', { name: 'Submit version 2' });
  await submit.getByLabel('Change summary').fill('Saliva is accepted from now on.');
  await submit.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Pending approval').first()).toBeVisible();
  const address = new URL(page.url()).pathname;

  const director = await newDevice('desktop');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  await director.open(address);
  await director.page.getByRole('button', { name: 'Approve' }).click();
  const approval = director.page.getByRole('dialog', { name: /^Approve AMP/ });
  await approval.getByLabel('Signing PIN').fill(PIN);
  await approval.getByRole('button', { name: 'Sign and approve' }).click();
  await expect(director.page.getByText('Approved by')).toBeVisible();
  await expect(director.page.getByText('Deprecated', { exact: true })).toBeVisible();
  await expect(director.page.getByText('Live', { exact: true })).toBeVisible();
});

test('a research assistant makes a research protocol with a flow of its own', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  await device.signIn('RESEARCH_ASSISTANT');
  await device.open('/lab/research/protocols');
  const { page } = device;
  await page.getByRole('button', { name: 'New protocol' }).click();
  const dialog = page.getByRole('dialog', { name: 'New protocol' });
  await dialog.getByLabel('Name').fill('Trial of the browser test');
  await dialog.getByLabel('Code').fill('TRIAL-E2E-01');
  await dialog.getByLabel('Extraction').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create protocol' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TRIAL-E2E-01');
  await expect(
    page.getByRole('link', { name: 'Trial of the browser test, TRIAL-E2E-01 version 1' }),
  ).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
