import { type CDPSession, expect, type Page } from '@playwright/test';
import { URI } from 'otpauth';
import { loadPixels, prepareDecoderInNode } from '#pwa/scanning/camera/decode-rate.ts';
import { readSymbols } from '#pwa/scanning/camera/read-symbols.ts';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { PASSWORD } from '#pwa/testing/browser/sign-in.ts';

test.use({ serviceWorkers: 'block' });

const EMAIL = 'billing-manager@wbl.test';

/** Compute the code that an authenticator app shows after it scanned this URI. */
const codeOfUri = (uri: string): string => URI.parse(uri).generate();

async function readQrCode(picture: Buffer): Promise<string> {
  prepareDecoderInNode();
  const [symbol] = await readSymbols(await loadPixels(picture));
  if (!symbol) throw new Error('No code can be read in the picture.');
  return symbol.text;
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Add a virtual authenticator to the browser that confirms every request. */
async function addVirtualAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

for (const size of sizesOfJourney('handheld')) {
  test(`a privileged role sets a second factor up, loses the phone and continues with a passkey: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    await lab.pool.query(`UPDATE "user" SET email = $1 WHERE email = 'billing-manager@wbl.example'`, [EMAIL]);
    const device = await newDevice(size);
    const { page } = device;
    // A wrong code and a wrong password are refused.
    device.problems.allow(/status of 422/);
    const checkScreen = async (name: string): Promise<void> => {
      expect.soft(await axeFindingsInThemes(page), `${name} can be used by everybody`).toEqual([]);
      expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
      expect.soft(await smallTargets(page, size === 'handheld'), `${name} has large targets`).toEqual([]);
      if (process.env['SECOND_FACTOR_PICTURES'])
        await page.screenshot({
          path: `${process.env['SECOND_FACTOR_PICTURES']}/${size}-${name.replaceAll(' ', '-')}.png`,
          fullPage: true,
        });
    };
    const signOut = async (): Promise<void> => {
      // The sign-in library's own page redirects to ours.
      await device.open('/api/auth/signout');
      await expect(page).toHaveURL(/\/sign-out$/);
      await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
      await page.getByRole('link', { name: 'Sign in' }).click();
    };

    await device.open('/settings');
    await expect(page).toHaveURL(/sign-in/);
    await enterPassword(page);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await checkScreen('the choice');
    // No other page opens before that.
    expect((await page.request.get(new URL('/api/auth/account', page.url()).href)).status()).toBe(401);
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    const picture = page.getByRole('img', { name: 'QR code for your authenticator app' });
    await expect(picture).toBeVisible();
    const scanned = new URL(await readQrCode(await picture.screenshot()));
    expect(scanned.protocol + scanned.host).toBe('otpauth:totp');
    await checkScreen('the code to scan');
    const key = (await page.locator('.code.select-all').textContent()) ?? '';
    expect(scanned.searchParams.get('secret')).toBe(key.replaceAll(' ', ''));
    await page.getByLabel('Code that the app shows').fill('000 000');
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await expect(page.getByText('That code does not match.', { exact: false }).first()).toBeVisible();
    await page.getByLabel('Code that the app shows').fill(codeOfUri(scanned.href));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
    const codes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents();
    expect(codes).toHaveLength(10);
    await checkScreen('the recovery codes');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await page.getByLabel('I have kept the codes.').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/settings/);
    await signOut();

    await enterPassword(page);
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    await checkScreen('the second step');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
    await page.getByLabel('Remember this device for 30 days').check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).not.toHaveURL(/sign-in/);

    await addVirtualAuthenticator(page);
    await device.open('/settings?tab=security');
    await expect(page.getByText('9 codes are left.', { exact: false })).toBeVisible();
    await checkScreen('security');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const window = page.getByRole('dialog');
    await window.getByLabel('Password').fill('a wrong guess');
    await window.getByRole('button', { name: 'Add passkey' }).click();
    await expect(window.getByText('That is not your password. Try again.').first()).toBeVisible();
    await window.getByLabel('Password').fill(PASSWORD);
    await window.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByRole('button', { name: 'Remove Passkey' })).toBeVisible();

    // The device is remembered: the password is enough here, until it is forgotten.
    await signOut();
    await enterPassword(page);
    await expect(page).not.toHaveURL(/sign-in/);
    await device.open('/settings?tab=security');
    await page.getByRole('button', { name: /^Forget Chrome/ }).click();
    await expect(page.getByText('None. Choose', { exact: false })).toBeVisible();
    await signOut();
    await enterPassword(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await expect(page).not.toHaveURL(/sign-in/);

    // The lost phone is removed.
    await device.open('/settings?tab=security');
    await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await window.getByRole('button', { name: 'Use a recovery code' }).click();
    await window.getByLabel('Password').fill(PASSWORD);
    await window.getByLabel('Recovery code').fill(codes[1] ?? '');
    await checkScreen('removing');
    await window.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Remove Authenticator app' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove Passkey' })).toBeVisible();
  });
}
