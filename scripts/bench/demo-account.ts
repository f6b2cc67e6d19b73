import type { Page } from '@playwright/test';

export const PASSWORD = 'demo-password-1';
/** Account of a person at the bench. */
export const TECH = 'lab-tech@wbl.example';
/** Account of a second person, who watches on another device. */
export const MANAGER = 'lab-manager@wbl.example';

/** Sign in on the app's own page and wait until the page changes. */
export async function signInOnPage(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(PASSWORD);
  await page.getByRole('button', { name: /^sign in/i }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'), {
    timeout: 60_000,
    waitUntil: 'commit',
  });
}
