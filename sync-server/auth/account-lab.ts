import { pino } from 'pino';
import request, { type Response } from 'supertest';
import { vi } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createDemoDatabase } from '#sync-server/demo/demo-database.ts';
import type { TestDatabase } from '#sync-server/postgres/test-database.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { sessionReader } from './routes.ts';

const SECRET = 'a secret of at least thirty-two characters';
export const PASSWORD = 'demo-password-1';

/** A person at a browser with its own cookies. */
export type Browser = ReturnType<typeof request.agent>;

/** The demo lab behind the real sign-in, with a clock that tests set, for tests of accounts. */
export interface AccountLab {
  database: TestDatabase;
  app: ReturnType<typeof createApp>;
  /** Advance the clock. */
  later(minutes: number): void;
  browser(host?: string): Browser;
  /** Sign in and return the session, or null if the sign-in failed. */
  signIn(browser: Browser, email: string, password?: string): Promise<SessionAnswer | null>;
  session(browser: Browser): Promise<SessionAnswer | null>;
  csrf(browser: Browser): Promise<string>;
  /** Return the newest email of a kind to an address; waits for work that is done after the response. */
  mailTo(email: string, kind: string): Promise<{ text: string; html: string; subject: string }>;
  /** Return the secret of the link in the newest email of a kind. */
  tokenTo(email: string, kind: string): Promise<string>;
  mailCount(email: string): Promise<number>;
  rows<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export interface SessionAnswer {
  user: {
    id: string;
    email: string;
    role: string;
    companyId: string;
    userCompanyId: string;
    companies: unknown[];
    name: string;
  };
  entity: string;
  signedInAt: string;
}

const tokenIn = (text: string): string => /#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';

/** Open the lab; `close()` it afterwards. */
export async function openAccountLab(settings: Record<string, string> = {}): Promise<AccountLab> {
  const database = await createDemoDatabase();
  const env = readEnv({ AUTH_SECRET: SECRET, NODE_ENV: 'test', ...settings });
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const services = {
    pool: database.pool,
    env,
    logger: pino({ level: 'silent' }),
    readSession: sessionReader({ pool: database.pool, secret: SECRET, env, now }),
    now,
    stopping: new AbortController().signal,
  };
  const app = createApp(services, { routes: ROUTES, dist: '/nonexistent' });
  const rows: AccountLab['rows'] = async <T>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as T[];
  const csrf = async (browser: Browser): Promise<string> =>
    (await browser.get('/api/auth/csrf').expect(200)).body.csrfToken;
  const session = async (browser: Browser): Promise<SessionAnswer | null> =>
    (await browser.get('/api/auth/session').expect(200)).body;
  const mailTo: AccountLab['mailTo'] = (email, kind) =>
    vi.waitFor(async () => {
      const emails = await rows<{ text: string; html: string; subject: string }>(
        'SELECT text, html, subject FROM email WHERE "to" = $1 AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT 1',
        [email, kind],
      );
      if (!emails[0]) throw new Error(`No ${kind} to ${email}.`);
      return emails[0];
    });
  return {
    database,
    app,
    rows,
    csrf,
    session,
    mailTo,
    later: (minutes) => {
      aheadMs += minutes * 60_000;
    },
    browser: (host = 'localhost') => request.agent(app).set('host', host),
    signIn: async (browser, email, password = PASSWORD) => {
      const form = { email, password, csrfToken: await csrf(browser), callbackUrl: '/', json: 'true' };
      await browser.post('/api/auth/callback/credentials').type('form').send(form);
      return session(browser);
    },
    tokenTo: async (email, kind) => tokenIn((await mailTo(email, kind)).text),
    mailCount: async (email) => (await rows('SELECT 1 FROM email WHERE "to" = $1', [email])).length,
    close: () => database.drop(),
  };
}

/** Build a valid sign-up form of a new customer. */
export const newCustomer = (email: string, more: object = {}, company: object = {}) => ({
  firstName: 'Nora',
  lastName: 'Nguyen',
  email,
  password: 'correct horse battery',
  phone: '(617) 555-0100',
  company: {
    name: 'Eastbrook University',
    type: 'UNIVERSITY',
    employerIdentificationNumber: '12-3456789',
    billingEmails: ['billing@eastbrook.example'],
    billingAddress: { line1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' },
    ...company,
  },
  ...more,
});

/** Return the error text of a response. */
export const errorOf = ({ body }: Response): string => body.error;
