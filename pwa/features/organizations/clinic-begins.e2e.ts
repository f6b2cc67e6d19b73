import { expect, type Page } from '@playwright/test';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { createAccount, mailedLink, signInWith } from '#pwa/testing/browser/new-account.ts';
import { originOf, signInAt } from '#pwa/testing/browser/shell-world.ts';

test.use({ serviceWorkers: 'block' });

// The identity provider's file is not a page and has no icon.
const ICON = /status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/;
// The page checks the session, which a signed-out user does not have.
const UNAUTHORIZED = /status of 401 \(Unauthorized\) http:\/\/[^/]+\/api\//;

const MANAGER = 'nora@bayview.example';
const CLINICIAN = 'omar@bayview.example';
const LETTERS = 'SELECT entity, subject, text FROM email';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

for (const size of sizesOfJourney('handheld'))
  test(`a new clinic is approved by an admin, and its manager invites a clinician: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const device = await newDevice(size);
    device.problems.allow(UNAUTHORIZED);
    const { page } = device;
    const clinic = originOf(device.wire.origin, 'RESONANT');
    await page.goto(`${clinic}/create-account`);
    await createAccount(page, MANAGER, 'Clinic', 'Bayview Clinic');
    await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    await page.goto(`${clinic}${await mailedLink(lab.pool, MANAGER, 'EMAIL_VERIFICATION')}`);
    await press(page, 'Confirm');
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInWith(page, MANAGER);
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await page.goto(`${clinic}/settings/company`);
    await expect(page.getByText('Your organization is awaiting verification.')).toBeVisible();
    await expect(
      page.getByText('You can draft orders now and submit them after verification.'),
    ).toBeVisible();

    const officeDevice = await newDevice('desktop');
    officeDevice.problems.allow(ICON);
    const office = originOf(officeDevice.wire.origin, 'RESONANT');
    await signInAt(officeDevice.page, office, 'RESONANT', 'ADMIN');
    await officeDevice.page.goto(`${office}/locations`);
    await expect(officeDevice.page.getByText(/locations to be verified/)).toBeVisible();
    await press(officeDevice.page, 'Review');
    await officeDevice.page.getByRole('link', { name: 'Bayview Clinic' }).first().click();
    await expect(officeDevice.page.getByRole('heading', { name: 'Bayview Clinic', level: 1 })).toBeVisible();
    await press(officeDevice.page, 'Approve');
    await officeDevice.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    const history = officeDevice.page.getByRole('list', { name: 'History of Bayview Clinic' });
    await expect(history).toContainText('Approved');

    const letters = async () =>
      (await lab.pool.query(`${LETTERS} WHERE "to" = $1 AND kind = 'COMPANY_APPROVED'`, [MANAGER])).rows;
    await expect.poll(letters).toMatchObject([
      {
        entity: 'RESONANT',
        subject: 'Your organization is verified',
        text: expect.stringContaining('/settings/company'),
      },
    ]);
    await page.goto(`${clinic}/settings/company`);
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Your organization is awaiting verification.')).toHaveCount(0);

    await page.goto(`${clinic}/users`);
    await press(page, 'Invite user');
    const window = page.getByRole('dialog', { name: 'Invite user' });
    await window.getByLabel(/Email/).fill(CLINICIAN);
    await window.getByLabel(/^Role \*?/).selectOption('Clinician');
    await press(page, 'Send invitation');
    await expect(page.getByText('Invite email sent successfully')).toBeVisible();
    const invitation = await mailedLink(lab.pool, CLINICIAN, 'USER_INVITE');
    const newcomer = await newDevice(size);
    newcomer.problems.allow(UNAUTHORIZED);
    await newcomer.page.goto(`${originOf(newcomer.wire.origin, 'RESONANT')}${invitation}`);
    await expect(newcomer.page.getByRole('heading', { name: 'Join Bayview Clinic' })).toBeVisible();
    await expect(newcomer.page.getByText('Clinician', { exact: true })).toBeVisible();
  });
