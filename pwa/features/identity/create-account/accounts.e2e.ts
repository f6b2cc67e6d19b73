import { expect, type Page } from '@playwright/test';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import {
  createAccount,
  fillYou,
  mailedLink,
  NEW_PASSWORD,
  signInWith,
} from '#pwa/testing/browser/new-account.ts';
import { emailOf } from '#pwa/testing/browser/sign-in.ts';

const CHANGED_PASSWORD = 'another horse, a new battery';
const INVALID_LINK = 'This link does not work any more';
// Chromium writes every refused request to the console.
const REFUSED_STATUS = /status of 4(01|09|22|29)/;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function openMailed(device: Device, link: string): Promise<void> {
  // Opens in a new page, as a mail program does.
  await device.page.goto('about:blank');
  await device.open(link);
  await expect(device.page.locator('h1')).toBeVisible();
  await expect(device.page, 'the secret is gone from the address bar').not.toHaveURL(/token/);
}

for (const size of sizesOfJourney('handheld')) {
  test(`a university creates an account, verifies its address and returns to the requested page: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const device = await newDevice(size);
    const { page, problems } = device;
    problems.allow(REFUSED_STATUS);
    const email = 'nora@eastbrook.example';
    await device.open('/settings?tab=account');
    await expect(page).toHaveURL(/sign-in\?error=SessionRequired/);
    await expect(page.getByText('Sign in, and the page you asked for opens.')).toBeVisible();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(heading(page, 'Create an account')).toBeVisible();

    await press(page, 'Continue');
    await expect(page.getByText('First name is required')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();
    await fillYou(page, email);
    await expect(page.getByText('First name is required')).toHaveCount(0);
    await expect(page.getByLabel('Phone')).toHaveValue('617-555-0100');
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password')).toHaveValue('');
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await press(page, 'Continue');
    await expect(page.getByRole('radio', { name: 'University' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Clinic' })).toHaveCount(0);
    await press(page, 'Back');
    await createAccount(page, email, 'University', 'Eastbrook University');
    await expect(page).toHaveURL(/\/create-account\/success/);
    await expect(page.getByText(email)).toBeVisible();

    const link = await mailedLink(lab.pool, email, 'EMAIL_VERIFICATION');
    await openMailed(device, link);
    await press(page, 'Confirm');
    await expect(heading(page, 'Your address is confirmed')).toBeVisible();
    await openMailed(device, link);
    await press(page, 'Confirm');
    await expect(heading(page, INVALID_LINK)).toBeVisible();

    await device.open('/settings?tab=account');
    await signInWith(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL(/\/settings\?tab=account$/);
    await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible();
  });

  test(`a forgotten password is reset, and the session on another device ends: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const otherDevice = await newDevice('desktop');
    await otherDevice.signIn('INSTITUTION_MANAGER');
    await otherDevice.open('/');
    await expect(heading(otherDevice.page, /^Hello/)).toBeVisible();

    const device = await newDevice(size);
    const { page, problems } = device;
    problems.allow(REFUSED_STATUS);
    const email = emailOf('INSTITUTION_MANAGER');
    await device.open('/sign-in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(heading(page, 'Forgot your password?')).toBeVisible();
    await page.getByLabel('Email').fill('nobody@nowhere.example');
    await press(page, 'Send the link');
    await expect(page.getByText('If the address belongs to an account')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await press(page, 'Send again');
    const link = await mailedLink(lab.pool, email, 'PASSWORD_RESET');
    await openMailed(device, link);
    await page.getByLabel('New password').fill('short');
    await expect(page.getByText('7 more characters needed.')).toBeVisible();
    await press(page, 'Set password');
    await expect(page.getByText('Use at least 12 characters.')).toBeVisible();
    await page.getByLabel('New password').fill(CHANGED_PASSWORD);
    await press(page, 'Set password');
    await expect(heading(page, 'Your password is set')).toBeVisible();

    otherDevice.problems.allow(REFUSED_STATUS);
    await otherDevice.page.reload();
    await expect(otherDevice.page).toHaveURL(/sign-in\?error=SessionEnded/);
    await openMailed(device, link);
    await page.getByLabel('New password').fill(CHANGED_PASSWORD);
    await press(page, 'Set password');
    await expect(heading(page, INVALID_LINK)).toBeVisible();

    await device.open('/sign-in');
    await signInWith(page, email, 'demo-password-1');
    await expect(page.getByText('Incorrect email or password')).toBeVisible();
    await page.getByLabel('Password').fill(CHANGED_PASSWORD);
    await press(page, 'Sign in');
    await expect(heading(page, /^Hello/)).toBeVisible();
  });

  test(`a member accepts an invitation, with or without an account: ${size}`, async ({ lab, newDevice }) => {
    const manager = await newDevice('desktop');
    await manager.signIn('INSTITUTION_MANAGER');
    const invite = async (email: string): Promise<string> => {
      const { origin } = manager.wire;
      const answer = await manager.context.request.post(`${origin}/api/auth/send-email`, {
        headers: { origin },
        data: { email },
      });
      expect(await answer.json()).toMatchObject({ message: 'Invite email sent successfully' });
      return mailedLink(lab.pool, email, 'USER_INVITE');
    };
    const device = await newDevice(size);
    const { page, problems } = device;
    problems.allow(REFUSED_STATUS);
    const link = await invite('mia@lakeside.example');
    await openMailed(device, link);
    await expect(heading(page, 'Join Lakeside University')).toBeVisible();
    await expect(page.getByText('mia@lakeside.example', { exact: true })).toBeVisible();
    await page.getByLabel('First name').fill('Mia');
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await press(page, 'Accept the invitation');
    await expect(heading(page, 'Welcome to Lakeside University')).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('mia@lakeside.example');
    await signInWith(page, 'mia@lakeside.example', NEW_PASSWORD);
    await expect(heading(page, /^Hello/)).toBeVisible();
    await openMailed(device, link);
    await expect(heading(page, INVALID_LINK)).toBeVisible();

    const known = 'curt@northfield.example';
    await lab.pool.query('UPDATE "user" SET email = $1, email_verified = now() WHERE email = $2', [
      known,
      emailOf('COMPANY_USER'),
    ]);
    const second = await invite(known);
    await openMailed(device, second);
    await expect(page.getByText('You are signed in as mia@lakeside.example')).toBeVisible();
    await press(page, 'Sign out and continue');
    await press(page, 'Accept the invitation');
    await expect(heading(page, 'Welcome to Lakeside University')).toBeVisible();
  });

  test(`a sign-in link leads once to the requested page; a used or expired one shows a message: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const device = await newDevice(size);
    const { page, problems } = device;
    problems.allow(REFUSED_STATUS);
    const email = emailOf('INSTITUTION_USER');
    const askForLink = async (): Promise<string> => {
      await device.context.clearCookies();
      await device.open('/sign-in?callbackUrl=%2Fsettings%3Ftab%3Daccount');
      await press(page, 'Email me a link instead');
      await expect(page.getByText('Enter an email address.')).toBeVisible();
      await page.getByLabel('Email').fill(email);
      await press(page, 'Email me a link instead');
      await expect(heading(page, 'Check your mail')).toBeVisible();
      return mailedLink(lab.pool, email, 'EMAIL_SIGN_IN');
    };
    const link = await askForLink();
    await openMailed(device, link);
    await press(page, 'Sign in');
    await expect(page).toHaveURL(/\/settings\?tab=account$/);
    await openMailed(device, link);
    await press(page, 'Sign in');
    await expect(heading(page, INVALID_LINK)).toBeVisible();

    const secondLink = await askForLink();
    await lab.pool.query(`UPDATE email_token SET expires_at = now() - interval '1 minute'`);
    await openMailed(device, secondLink);
    await press(page, 'Sign in');
    await expect(heading(page, INVALID_LINK)).toBeVisible();
    await openMailed(device, secondLink.replace(/token=.{4}/, 'token='));
    await expect(heading(page, 'This link is not complete')).toBeVisible();
  });

  test(`a clinic creates an account at RESONANT; an address in use is reported at its field: ${size}`, async ({
    newDevice,
  }) => {
    const device = await newDevice(size);
    const { page, problems } = device;
    problems.allow(REFUSED_STATUS);
    await page.goto(`${device.wire.origin.replace('localhost', 'resonant.localhost')}/create-account`);
    await expect(page.getByRole('img', { name: 'RESONANT' }).first()).toBeVisible();
    await createAccount(page, 'staff@wbl.example', 'Clinic', 'Bayview Clinic');
    // The page of the billing emails stays until the server responds.
    await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused();
    await expect(page.getByText('Use your staff invitation.').first()).toBeVisible();
    await page.getByLabel('Email').fill('olga@bayview.example');
    for (const _step of [1, 2, 3]) await press(page, 'Continue');
    await press(page, 'Create account');
    await expect(heading(page, 'Your account is ready')).toBeVisible();
  });
}

test('a sign-in that failed elsewhere is explained on its own page', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  await device.open('/api/auth/error?error=AccessDenied');
  await expect(device.page).toHaveURL(/\/auth\/error\?error=AccessDenied$/);
  await expect(heading(device.page, 'This account may not sign in here')).toBeVisible();
  await device.open('/auth/error?error=%3Cb%3Ecall');
  await expect(heading(device.page, 'Sign-in did not work')).toBeVisible();
  await expect(device.page.getByText('call')).toHaveCount(0);
});

test('the page says what to do offline or after too many attempts', async ({ newDevice }) => {
  const device = await newDevice('handheld');
  const { page, problems } = device;
  problems.allow(REFUSED_STATUS);
  await device.open('/reset-password');
  await page.getByLabel('Email').fill('busy@lakeside.example');
  await press(page, 'Send the link');
  for (const _time of [2, 3, 4, 5, 6]) {
    await expect(page.getByRole('button', { name: 'Send again' })).toBeEnabled();
    await press(page, 'Send again');
  }
  await expect(page.getByText('Too many attempts. Wait 60 minutes and try again.')).toBeVisible();
  await device.goOffline();
  await page.getByLabel('Email').fill('other@lakeside.example');
  await page.getByRole('button', { name: /Send/ }).click();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
});
