import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Browser,
  openSecondFactorLab,
  PASSWORD,
  type SecondFactorLab,
  softwarePasskey,
} from '#sync-server/auth/account-lab.ts';

const API = '/api/auth/second-factor';
const ADMIN = 'admin@wbl.test';
const MANAGER = 'lab-manager@wbl.test';

let lab: SecondFactorLab;
beforeAll(async () => {
  lab = await openSecondFactorLab();
});
beforeEach(() => lab.rows('DELETE FROM second_factor; DELETE FROM recovery_code; DELETE FROM attempt'));
afterAll(() => lab.close());

type Passkey = ReturnType<typeof softwarePasskey>;

const startAdding = async (browser: Browser): Promise<string> =>
  (await browser.post(`${API}/passkey`).send({ password: PASSWORD }).expect(200)).body.challenge;
const add = (browser: Browser, passkey: object) =>
  browser.post(`${API}/passkey/confirm`).send({ passkey, name: 'Key' });
const startProving = async (browser: Browser): Promise<string> =>
  (await browser.post(`${API}/passkey-options`).send({}).expect(200)).body.challenge;
const prove = (browser: Browser, assertion: object) =>
  browser.post(`${API}/verify`).send({ proof: { kind: 'PASSKEY', assertion } });

async function withPasskey(email: string): Promise<{ browser: Browser; key: Passkey }> {
  const [browser, key] = [await lab.enter(email), softwarePasskey()];
  await add(browser, key.make(await startAdding(browser))).expect(200);
  return { browser, key };
}

test('a passkey signs in its person', async () => {
  const { key } = await withPasskey(ADMIN);
  const browser = await lab.enter(ADMIN);
  expect(await lab.session(browser)).toBeNull();
  await prove(browser, key.prove(await startProving(browser))).expect(200);
  expect((await lab.session(browser))?.user.email).toBe(ADMIN);
});

test('a recorded signature is useless a second time and in another session', async () => {
  const { key } = await withPasskey(ADMIN);
  const [first, second] = [await lab.enter(ADMIN), await lab.enter(ADMIN)];
  const [challenge] = [await startProving(first), await startProving(second)];
  const signed = key.prove(challenge);
  expect((await prove(second, signed)).status).toBe(422);
  await prove(first, signed).expect(200);
  await prove(await lab.enter(ADMIN), signed).expect(422);
});

test('a challenge is valid for one answer and five minutes', async () => {
  const { key } = await withPasskey(ADMIN);
  const browser = await lab.enter(ADMIN);
  const challenge = await startProving(browser);
  expect((await prove(browser, softwarePasskey().prove(challenge))).status).toBe(422);
  await prove(browser, key.prove(challenge)).expect(422);
  const lateChallenge = await startProving(browser);
  lab.later(6);
  await prove(browser, key.prove(lateChallenge)).expect(422);
});

test('a page of another site that imitates ours gets no usable signature', async () => {
  const { browser, key } = await withPasskey(ADMIN);
  const foreign = softwarePasskey({ origin: 'https://localhost.evil.example' });
  expect((await add(browser, foreign.make(await startAdding(browser)))).status).toBe(422);
  const otherSite = softwarePasskey({ rpId: 'evil.example' });
  await add(browser, otherSite.make(await startAdding(browser))).expect(422);
  const thief = await lab.enter(ADMIN);
  await prove(thief, foreign.prove(await startProving(thief))).expect(422);
  await prove(thief, key.prove(await startProving(thief))).expect(200);
});

test('the passkey of one person proves nothing for another', async () => {
  const own = await withPasskey(MANAGER);
  await withPasskey(ADMIN);
  const thief = await lab.enter(ADMIN);
  await prove(thief, own.key.prove(await startProving(thief))).expect(422);
  expect(await lab.session(thief)).toBeNull();
});

test('a passkey that belongs to another person cannot be added', async () => {
  const { key } = await withPasskey(MANAGER);
  const browser = await lab.enter(ADMIN);
  await add(browser, key.make(await startAdding(browser))).expect(409);
  expect(await lab.step(browser)).toBe('SET_UP');
});

test('a passkey cannot be added without the password that precedes the challenge', async () => {
  const browser = await lab.enter(MANAGER);
  expect(
    (await add(browser, softwarePasskey().make('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'))).status,
  ).toBe(422);
  // A challenge to prove a passkey is invalid for adding one.
  await add(browser, softwarePasskey().make(await startProving(browser))).expect(422);
});

test('a copy of a passkey whose counter does not increase is refused', async () => {
  const { key } = await withPasskey(ADMIN);
  const browser = await lab.enter(ADMIN);
  const signed = key.prove(await startProving(browser));
  await lab.rows('UPDATE second_factor SET counter = 1000');
  expect((await prove(browser, signed)).status).toBe(422);
});
