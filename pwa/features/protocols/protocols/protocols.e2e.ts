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

test('a research assistant does the same for research in one sitting', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('RESEARCH_ASSISTANT');
  await device.open('/lab/procedures');
  await page.getByRole('button', { name: 'New procedure' }).click();
  const newProcedure = page.getByRole('dialog', { name: 'New procedure' });
  await newProcedure.getByLabel('Name').fill('Gentle lysis of the browser test');
  await newProcedure.getByLabel('Code').fill('SOP-E2E-R1');
  await newProcedure.getByLabel('Batch type').selectOption({ label: 'Extraction' });
  await newProcedure.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SOP-E2E-R1');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Section', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lysis');
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Lyse for an hour');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await device.open('/lab/research/protocols');
  await page.getByRole('button', { name: 'New protocol' }).click();
  const dialog = page.getByRole('dialog', { name: 'New protocol' });
  await dialog.getByLabel('Name').fill('Trial of the browser test');
  await dialog.getByLabel('Code').fill('TRIAL-E2E-01');
  const procedureLabel = 'Gentle lysis of the browser test, SOP-E2E-R1 version 1 (Research)';
  await dialog.getByLabel('Extraction').selectOption({ label: procedureLabel });
  await dialog.getByRole('button', { name: 'Create protocol' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TRIAL-E2E-01');
  expect(await axeFindings(page)).toEqual([]);

  // Nobody has ordered it yet, so protocol and flow are changed in place.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: /^Edit TRIAL-E2E-01/ });
  await edit.getByRole('checkbox', { name: 'Saliva' }).check();
  await edit.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('rowheader', { name: 'Saliva' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit procedures' }).click();
  const procedures = page.getByRole('dialog', { name: 'Procedures of TRIAL-E2E-01, version 1' });
  await procedures.getByLabel('Library preparation').selectOption({ index: 1 });
  await procedures.getByRole('button', { name: 'Save draft' }).click();
  await expect(procedures).toBeHidden();
  await page.getByRole('link', { name: 'Trial of the browser test, TRIAL-E2E-01 version 1' }).click();
  const stages = page
    .getByRole('region', { name: 'Stages' })
    .or(page.locator('section', { hasText: 'Stages' }));
  await expect(stages.getByText('Not in this flow')).toHaveCount(2);
  await expect(stages.getByRole('link', { name: /^Gentle lysis/ })).toBeVisible();

  // The next version has the same flow until it takes other procedures.
  await page.goBack();
  await page.getByRole('button', { name: 'New version' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('version 2');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit procedures' }).click();
  const next = page.getByRole('dialog', { name: 'Procedures of TRIAL-E2E-01, version 2' });
  await next.getByLabel('Library preparation').selectOption({ label: 'None' });
  await next.getByRole('button', { name: 'Save draft' }).click();
  await expect(
    page.getByRole('link', { name: 'Trial of the browser test, TRIAL-E2E-01 version 2' }),
  ).toBeVisible();
});
