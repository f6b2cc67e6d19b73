import { createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { buildActor } from '#db/factories/run-rule.ts';
import { PASSWORD_VALID_MS, passwordStatement } from '#db/protocols/signing/password-proof.ts';
import { storeSession } from '#pwa/replica/session/session-store.ts';
import { openSideStore, writeMeta } from '#pwa/replica/store/side-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { confirmPassword, passwordDue, passwordProofNow } from './password-check.ts';
import { forgetEndedKeys, forgetKeys } from './sealed-key.ts';

const PASSWORD = 'a long enough password';
const HOUR = 60 * 60_000;
const actor = buildActor();
let storeCount = 0;
let replica: Replica;
/** The public keys that the server received. */
let registered: z.infer<typeof PublicKey>[];
const PublicKey = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() });
const SentBody = z.object({ deviceId: z.string(), publicKey: PublicKey.optional() });

const signedIn = async (ago: number, userCompanyId = actor.userCompanyId): Promise<void> => {
  const user = {
    id: actor.userId,
    name: actor.name,
    email: 'tech@wbl.example',
    image: false,
    role: actor.role,
    companyName: 'WBL',
    companyId: actor.companyId,
    userCompanyId,
    parentCompanyId: null,
    companies: [],
    isSuperAdmin: false,
    permissions: [],
  };
  const signedInAt = new Date(Date.now() - ago).toISOString();
  const session = {
    user,
    expires: '',
    entity: actor.entity,
    siteVariant: 'lab-services' as const,
    hasPin: true,
  };
  await storeSession({ session: { ...session, signedInAt }, confirmedAt: 0, offlineUntil: 0 });
};
const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
/** A server that accepts any password and registers its keys. */
const accepting = () =>
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const { publicKey } = SentBody.parse(JSON.parse(String(init.body)));
    if (publicKey) registered.push(publicKey);
    return Response.json({ ok: true, ...(publicKey ? { keyId: `key-${registered.length}` } : {}) });
  });
const offline = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });

beforeEach(() => {
  storeCount += 1;
  const side = openSideStore(`password-${storeCount}`);
  registered = [];
  const enrollment = async () => ({ deviceId: 'device-1' });
  // Type assertion: only the user, the store and the enrollment of this device are used.
  replica = { actor, store: { side }, enrollment } as unknown as Replica;
});
afterEach(() => vi.unstubAllGlobals());

test('a session of this morning signs with the PIN alone, one of yesterday needs the password', async () => {
  await signedIn(11 * HOUR);
  expect(await passwordDue(replica)).toBe(false);
  await signedIn(13 * HOUR);
  expect(await passwordDue(replica)).toBe(true);
});

test("another user's sign-in on this browser does not count", async () => {
  await signedIn(HOUR, 'somebody-else');
  expect(await passwordDue(replica)).toBe(true);
});

test('a password that the server accepts counts for twelve hours', async () => {
  await signedIn(20 * HOUR);
  answer(200, { ok: true });
  await confirmPassword(replica, PASSWORD);
  expect(await passwordDue(replica)).toBe(false);
  expect(await passwordDue(replica, Date.now() + PASSWORD_VALID_MS + HOUR)).toBe(true);
});

test('a wrong password is reported and confirms nothing', async () => {
  await signedIn(20 * HOUR);
  answer(422, { error: 'That is not your password. Try again.', code: 'VALIDATION' });
  await expect(confirmPassword(replica, 'wrong')).rejects.toThrow('That is not your password.');
  expect(await passwordDue(replica)).toBe(true);
});

test("the password opens the device's key offline; five wrong ones lock signing", async () => {
  await signedIn(20 * HOUR);
  offline();
  await expect(confirmPassword(replica, PASSWORD)).rejects.toThrow('Connect it and sign once');
  accepting();
  await confirmPassword(replica, PASSWORD);
  offline();
  await confirmPassword(replica, PASSWORD);
  for (let attempt = 1; attempt <= 4; attempt++)
    await expect(confirmPassword(replica, 'wrong')).rejects.toThrow('That is not your password.');
  const locked = 'Too many attempts. Signing is locked until this device is online.';
  await expect(confirmPassword(replica, 'wrong')).rejects.toThrow(locked);
  await expect(confirmPassword(replica, PASSWORD)).rejects.toThrow(locked);
  accepting();
  await confirmPassword(replica, PASSWORD);
  offline();
  await confirmPassword(replica, PASSWORD);
});

test('an offline confirmation is proven by the key that the server knows, in server time', async () => {
  await signedIn(20 * HOUR);
  accepting();
  await confirmPassword(replica, PASSWORD);
  expect(await passwordProofNow(replica)).toBeUndefined();
  await writeMeta(replica.store.side, 'clockOffset', 2 * HOUR);
  offline();
  await confirmPassword(replica, PASSWORD);
  const proof = await passwordProofNow(replica);
  const { at = '', signature = '' } = proof ?? {};
  expect(Math.abs(Date.parse(at) - Date.now() - 2 * HOUR)).toBeLessThan(HOUR);
  const key = createPublicKey({ key: registered[0] ?? {}, format: 'jwk' });
  const isOf = (deviceId: string) =>
    verify(
      'sha256',
      Buffer.from(passwordStatement({ userId: actor.userId, deviceId, at })),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64'),
    );
  expect(isOf('device-1')).toBe(true);
  expect(isOf('device-2')).toBe(false);
  expect(await passwordProofNow(replica, Date.now() + PASSWORD_VALID_MS - HOUR)).toEqual(proof);
  expect(await passwordProofNow(replica, Date.now() + PASSWORD_VALID_MS + HOUR)).toBeUndefined();
});

test('each password registers one key', async () => {
  accepting();
  await confirmPassword(replica, PASSWORD);
  await confirmPassword(replica, PASSWORD);
  expect(registered).toHaveLength(1);
  await confirmPassword(replica, 'quite another password');
  expect(registered).toHaveLength(2);
});

test.each([
  ['the server has ended it', () => forgetEndedKeys(replica.store.side, ['another'])],
  ['it is removed on this device', () => forgetKeys(replica.store.side)],
])("the password's key and its proof are deleted when %s", async (_, end) => {
  await signedIn(20 * HOUR);
  accepting();
  await confirmPassword(replica, PASSWORD);
  offline();
  await confirmPassword(replica, PASSWORD);
  await forgetEndedKeys(replica.store.side, ['key-1']);
  expect(await passwordProofNow(replica)).toBeDefined();
  await end();
  expect(await passwordProofNow(replica)).toBeUndefined();
  expect(await passwordDue(replica)).toBe(true);
  await expect(confirmPassword(replica, PASSWORD)).rejects.toThrow('Connect it and sign once');
});

test("the server's time decides when the password is due, not the device's clock", async () => {
  await signedIn(11 * HOUR);
  await writeMeta(replica.store.side, 'clockOffset', 2 * HOUR);
  expect(await passwordDue(replica)).toBe(true);
});
