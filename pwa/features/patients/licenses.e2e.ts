import { expect, type Page } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { originOf, signInAt } from '#pwa/testing/browser/shell-world.ts';

test.use({ serviceWorkers: 'block' });

// The identity provider's file is not a page and has no icon.
const ICON = /status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/;

async function checkScreen(page: Page, onPhone: boolean, name: string): Promise<void> {
  expect.soft(await axeFindings(page), `${name} can be used by everybody`).toEqual([]);
  expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await smallTargets(page, onPhone), `${name} has large targets`).toEqual([]);
}

test('a clinician adds a license with its scan on a phone, customer service reads and verifies it', async ({
  lab,
  newDevice,
}) => {
  const phone = await newDevice('handheld');
  const at = originOf(phone.wire.origin, 'RESONANT');
  const { page, problems } = phone;
  problems.allow(ICON);
  await signInAt(page, at, 'RESONANT', 'CLINICIAN');
  await page.goto(`${at}/settings/licenses`);
  await page.getByRole('button', { name: 'New license' }).click();
  const form = page.getByRole('dialog', { name: 'New license' });
  await form.getByRole('button', { name: 'Submit license' }).click();
  await expect(form.getByText('Designation is required')).toBeVisible();
  await form.getByLabel(/^Designation/).fill('Nurse');
  await page.getByRole('option', { name: /Nurse/ }).first().click();
  await form.getByLabel(/^License number/).fill('rn-77120');
  await form.getByLabel(/^State/).selectOption('VT');
  await form.getByLabel(/^Expires on/).fill('2030-06-30');
  await checkScreen(page, true, 'the form of a license');
  await form.getByRole('button', { name: 'Submit license' }).click();
  await expect(form).toHaveCount(0);

  await page.getByRole('link', { name: 'Nurse Practitioner' }).click();
  await expect(page.getByRole('heading', { name: 'RN-77120', level: 1 })).toBeVisible();
  await expect(page.getByText('Awaiting verification')).toBeVisible();
  await page.getByLabel('Scan of the license', { exact: true }).setInputFiles({
    name: 'license rn-77120.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%license\n'),
  });
  const scans = page.getByRole('list', { name: 'Scan of the license: files' });
  await expect(scans).toContainText('license rn-77120.pdf');
  await expect(page.getByText('License saved')).toBeVisible();
  await checkScreen(page, true, 'the page of a license');
  await expect(page.getByRole('button', { name: 'Verify' })).toHaveCount(0);
  const address = page.url().replace(at, '');
  // Adding the license showed the same message.
  const scanOf = `SELECT f.title FROM clinician_license l JOIN s3_file f ON f.id = l.file_id
    WHERE l.license_number = 'RN-77120'`;
  await expect
    .poll(async () => (await lab.pool.query(scanOf)).rows)
    .toEqual([{ title: 'license rn-77120.pdf' }]);

  const officeDevice = await newDevice('desktop');
  officeDevice.problems.allow(ICON);
  const office = originOf(officeDevice.wire.origin, 'RESONANT');
  await signInAt(officeDevice.page, office, 'RESONANT', 'CS_MANAGER');
  await officeDevice.page.goto(`${office}${address}`);
  await officeDevice.page.getByRole('button', { name: 'Send back' }).click();
  await expect(officeDevice.page.getByRole('button', { name: 'Send license back' })).toBeVisible();
  await checkScreen(officeDevice.page, false, 'sending a license back');
  await officeDevice.page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  const pendingDownload = officeDevice.page.waitForEvent('download');
  await officeDevice.page
    .getByRole('button', { name: /license rn-77120\.pdf/ })
    .first()
    .click();
  expect((await pendingDownload).suggestedFilename()).toBe('license rn-77120.pdf');
  await officeDevice.page.getByRole('button', { name: 'Verify' }).click();
  await officeDevice.page.getByRole('button', { name: 'Verify license' }).click();
  await expect(officeDevice.page.getByRole('list', { name: 'History of this license' })).toContainText(
    /Verified/i,
  );

  await page.reload();
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
});
