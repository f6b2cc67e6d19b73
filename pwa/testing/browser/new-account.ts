import { expect, type Page } from '@playwright/test';
import type pg from 'pg';

/** The password of accounts that a test creates. */
export const NEW_PASSWORD = 'correct horse battery';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Sign in on the sign-in page a user who is not of the demo lab. */
export async function signInWith(page: Page, email: string, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}

/** Fill in the first step of a new account: the person. */
export async function fillYou(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Nguyen');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('6175550100');
  await page.getByLabel('Password').fill(NEW_PASSWORD);
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street address').fill('1 Main St');
  await page.getByLabel('City').fill('Boston');
  await page.getByLabel('State').selectOption('MA');
  await page.getByLabel('ZIP code').fill('02115');
}

/** Complete all steps of a new account, from its first page on. */
export async function createAccount(page: Page, email: string, type: string, company: string): Promise<void> {
  await fillYou(page, email);
  await press(page, 'Continue');
  await page.getByLabel('Company name').fill(company);
  await page.getByRole('radio', { name: type }).check();
  await press(page, 'Continue');
  await fillAddress(page);
  await press(page, 'Continue');
  await expect(page.getByRole('textbox', { name: 'Billing email 1' })).toHaveValue(email);
  await press(page, 'Create account');
}

const NEWEST =
  'SELECT text FROM email WHERE "to" = $1 AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT 1';

/**
 * Return the path, with its secret, of the link in the newest email of a kind to an address; waits until it
 * was written.
 */
export async function mailedLink(pool: pg.Pool, to: string, kind: string): Promise<string> {
  let path = '';
  await expect
    .poll(
      async () => {
        const { rows } = await pool.query<{ text: string }>(NEWEST, [to, kind]);
        path = /https?:\/\/[^/\s]+(\/\S*#token=\S+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
        return path;
      },
      { message: `an email ${kind} to ${to}` },
    )
    .not.toBe('');
  return path;
}
