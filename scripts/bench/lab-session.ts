import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { z } from 'zod';

export const PASSWORD = 'demo-password-1';
/** Account of a person at the bench. */
export const TECH = 'lab-tech@wbl.example';
/** Account of a second person, who watches on another device. */
export const MANAGER = 'lab-manager@wbl.example';

/** Add people with the account and role of the lab tech; returns their addresses. */
export async function addTechs(pool: Pool, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, k) => `tech-${k}@bench.example`);
  for (const [k, email] of emails.entries()) {
    const id = `bench-user-${k}`;
    await pool.query(
      `INSERT INTO "user" SELECT (jsonb_populate_record(u, jsonb_build_object('id', $1::text, 'email', $2::text))).*
         FROM "user" u WHERE email = $3`,
      [id, email, TECH],
    );
    await pool.query(
      `INSERT INTO user_company
         SELECT (jsonb_populate_record(m, jsonb_build_object('id', $1 || '-member', 'user_id', $1::text))).*
         FROM user_company m JOIN "user" u ON u.id = m.user_id WHERE u.email = $2`,
      [id, TECH],
    );
  }
  return emails;
}

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

/** Calls the server as one signed-in person. */
export type Call = (path: string, body?: unknown) => Promise<unknown>;

const Csrf = z.object({ csrfToken: z.string() });

/** A session over HTTP: its calls, and the cookie with which other clients use it. */
export interface HttpSession {
  call: Call;
  cookie: string;
}

/** Sign in over HTTP and keep the cookies. */
export async function openSession(url: string, email: string): Promise<HttpSession> {
  const cookies = new Map<string, string>();
  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie: cookieHeader(), origin: url },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (name) cookies.set(name, value ?? '');
    }
    return response;
  };
  const { csrfToken } = Csrf.parse(await (await send('/api/auth/csrf', {})).json());
  const signedIn = await send('/api/auth/callback/credentials', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      email,
      password: PASSWORD,
      csrfToken,
      callbackUrl: '/',
      json: 'true',
    }).toString(),
  });
  if (!signedIn.ok) throw new Error(`Signing in answered ${signedIn.status}.`);
  const call: Call = async (path, body) => {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await send(path, init);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return { call, cookie: cookieHeader() };
}

/** Sign in over HTTP and return only the calls. */
export const signInOverHttp = async (url: string, email: string): Promise<Call> =>
  (await openSession(url, email)).call;

/** Slow the page's processor down, as on a handheld; 1 is full speed. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}
