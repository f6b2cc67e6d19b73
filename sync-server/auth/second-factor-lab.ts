import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { Secret, TOTP } from 'otpauth';
import { type AccountLab, type Browser, openAccountLab, PASSWORD } from './account-lab.ts';

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
