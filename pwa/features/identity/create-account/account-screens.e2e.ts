import { expect } from '@playwright/test';
import {
  axeFindings,
  axeFindingsInThemes,
  sidewaysOverflow,
  smallTargets,
} from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

const TOKEN = 'a'.repeat(43);
const SCREENS = [
  '/sign-in?error=SessionRequired',
  '/sign-in/link?sent=1',
  `/sign-in/link#token=${TOKEN}`,
  '/create-account',
  '/create-account/success',
  '/verify-email',
  `/verify-email#token=${TOKEN}`,
  '/reset-password',
  `/reset-password#token=${TOKEN}`,
  '/invitation',
  '/sign-out',
  '/auth/error?error=OAuthAccountNotLinked',
];

for (const size of ['handheld', 'desktop'] as const) {
  test(`every account page is accessible in all themes: ${size}`, { tag: '@walk' }, async ({ newDevice }) => {
    const device = await newDevice(size);
    const { page } = device;
    for (const screen of SCREENS) {
      await test.step(screen, async () => {
        await page.goto('about:blank');
        await device.open(screen);
        await expect(page.locator('h1')).toBeVisible();
        // Error states have colors to check too.
        const send = page.getByRole('button', { name: /^(Sign in|Continue|Set password)$/ });
        if (!screen.includes('link#') && (await send.count()) > 0) await send.click();
        expect.soft(await sidewaysOverflow(page), screen).toEqual([]);
        expect.soft(await smallTargets(page, size === 'handheld'), screen).toEqual([]);
        expect.soft(await axeFindingsInThemes(page), screen).toEqual([]);
      });
    }
  });

  test(`every step of a new account is accessible: ${size}`, { tag: '@walk' }, async ({ newDevice }) => {
    const device = await newDevice(size);
    const { page } = device;
    const checkScreen = async (step: string): Promise<void> => {
      expect.soft(await sidewaysOverflow(page), step).toEqual([]);
      expect.soft(await smallTargets(page, size === 'handheld'), step).toEqual([]);
      expect.soft(await axeFindings(page), step).toEqual([]);
    };
    const next = () => page.getByRole('button', { name: 'Continue' }).click();
    await device.open('/create-account');
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Nguyen');
    await page.getByLabel('Email').fill('nora@eastbrook.example');
    await page.getByLabel('Password').fill('correct horse battery');
    // Works by keyboard: Enter continues, and the new step has the focus.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your organization' })).toBeFocused();
    await checkScreen('company');
    await page.getByLabel('Company name').fill('Eastbrook University');
    await next();
    await expect(page.getByText('Choose what kind of organization it is.')).toBeVisible();
    await page.getByRole('radio', { name: 'Company' }).press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'University' })).toBeChecked();
    await next();
    await page.getByLabel('Shipping address is the same').uncheck();
    await checkScreen('addresses');
    await page.getByLabel('Shipping address is the same').check();
    await page.getByLabel('Street address').fill('1 Main St');
    await page.getByLabel('City').fill('Boston');
    await page.getByLabel('State').selectOption('MA');
    await page.getByLabel('ZIP code').fill('02115');
    await next();
    await expect(page.getByText('Billing: 1 Main St, Boston, MA 02115, US')).toBeVisible();
    await checkScreen('billing');
    await page.getByRole('button', { name: 'Change: Company' }).click();
    await expect(page.getByLabel('Company name')).toHaveValue('Eastbrook University');
  });
}
