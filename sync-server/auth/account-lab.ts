import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import request, { type Response } from 'supertest';
import { vi } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createDemoDatabase } from '#sync-server/demo/demo-server.ts';
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

interface SessionAnswer {
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

const API = '/api/auth/second-factor';

/** The account lab with second factors required, and the steps that its tests share. */
export interface SecondFactorLab extends AccountLab {
  /** Enter email and password only. */
  enter(email: string, browser?: Browser): Promise<Browser>;
  step(browser: Browser): Promise<string>;
  /** Return the code of an authenticator app, by the lab's clock. */
  codeOf(secret: string, minutesAhead?: number): string;
  /** Set up an authenticator app; returns its secret and the recovery codes. */
  addApp(browser: Browser, password?: string): Promise<{ secret: string; recoveryCodes: string[] }>;
  /** Enter a code at the second step; returns the status. */
  enterCode(browser: Browser, code: string, remember?: boolean): Promise<number>;
}

/**
 * Open the lab; `close()` it afterwards. Its people have addresses of a real lab, because demo addresses are
 * exempt.
 */
export async function openSecondFactorLab(): Promise<SecondFactorLab> {
  const lab = await openAccountLab();
  await lab.rows(`UPDATE "user" SET email = regexp_replace(email, '[.]example$', '.test')`);
  let aheadMinutes = 0;
  const codeOf: SecondFactorLab['codeOf'] = (secret, minutesAhead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + (aheadMinutes + minutesAhead) * 60_000,
    });
  return {
    ...lab,
    later: (minutes) => {
      aheadMinutes += minutes;
      lab.later(minutes);
    },
    codeOf,
    enter: async (email, browser = lab.browser()) => {
      const csrfToken = await lab.csrf(browser);
      const form = { email, password: PASSWORD, csrfToken, callbackUrl: '/', json: 'true' };
      await browser.post('/api/auth/callback/credentials').type('form').send(form).expect(200);
      return browser;
    },
    step: async (browser) => (await browser.get(API).expect(200)).body.step,
    addApp: async (browser, password = PASSWORD) => {
      const { id, secret } = (await browser.post(`${API}/authenticator`).send({ password }).expect(200)).body;
      const body = { id, code: codeOf(secret), name: 'Phone' };
      const { recoveryCodes } = (await browser.post(`${API}/authenticator/confirm`).send(body).expect(200))
        .body;
      return { secret, recoveryCodes };
    },
    enterCode: async (browser, code, remember = false) =>
      (await browser.post(`${API}/verify`).send({ proof: { kind: 'APP_CODE', code }, remember })).status,
  };
}

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

/** Create a software passkey for tests, which creates and signs what a browser's authenticator would. */
export function softwarePasskey({ rpId = 'localhost', origin = 'http://localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  let counter = 0;
  const authenticatorData = (flags: number, more: Uint8Array = new Uint8Array()) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' };
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return {
    make: (challenge: string) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(coseKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(0x41, credential))],
      ]);
      // The marked edge: the encoder's type allows plain values only, but it accepts nested maps.
      const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]);
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(attestationObject),
      };
      return { ...head, response, clientExtensionResults: {} };
    },
    prove: (challenge: string) => {
      const data = authenticatorData(0x01);
      const client = clientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      };
      return { ...head, response, clientExtensionResults: {} };
    },
  };
}
