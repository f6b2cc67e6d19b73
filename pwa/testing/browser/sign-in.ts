import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';

export const PASSWORD = 'demo-password-1';
export const PIN = '246810';

/** The demo account of a role. */
export const emailOf = (role: Role): string => `${role.toLowerCase().replaceAll('_', '-')}@wbl.example`;

/** Sign in by the server's own form, without a page; for tests about other topics. */
export async function signInQuietly(context: BrowserContext, origin: string, email: string): Promise<void> {
  const csrf = await context.request.get(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await context.request.post(`${origin}/api/auth/callback/credentials`, {
    headers: { origin },
    form: { email, password: PASSWORD, csrfToken, callbackUrl: '/', json: 'true' },
  });
  const { url } = (await answer.json()) as { url: string };
  expect(new URL(url, origin).searchParams.get('error'), `${email} is signed in`).toBeNull();
}

/** Sign in on the sign-in page, as a user does. */
export async function signInOnPage(page: Page, role: Role): Promise<void> {
  await page.getByLabel('Email').fill(emailOf(role));
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/sign-in/);
}

/** Age the sign-in of this device, and its last password confirmation, by this many hours. */
export const ageSignIn = (page: Page, hours: number): Promise<void> =>
  page.evaluate(async (ms) => {
    interface StoredRow {
      value: { session?: { signedInAt?: string | null }; at?: number };
    }
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const age = async (database: IDBDatabase, table: string, key: string): Promise<void> => {
      if (!database.objectStoreNames.contains(table)) return;
      const rows = database.transaction(table, 'readwrite').objectStore(table);
      const row = await answer<StoredRow | undefined>(rows.get(key));
      if (!row) return;
      const { session, at } = row.value;
      if (session?.signedInAt)
        session.signedInAt = new Date(Date.parse(session.signedInAt) - ms).toISOString();
      if (at !== undefined) row.value.at = at - ms;
      await answer(rows.put(row));
    };
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name ?? ''));
      await age(database, 'session', 'current');
      await age(database, 'settings', 'passwordConfirmed');
      database.close();
    }
  }, hours * 3_600_000);
