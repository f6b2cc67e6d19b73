import { generateKeyPairSync, sign } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#db/operation.ts';
import { storePassword } from '#sync-server/auth/accounts/change-password.ts';
import { endOwnKey, endSigningKeys, registerSigningKey } from '#sync-server/auth/signing/signing-keys.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { enrollDevice } from '#sync-server/sync/devices.ts';
import { openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';
import { verifyProof } from '#sync-server/sync/verify-proof.ts';

const HASH = 'ab'.repeat(32);
const START = '2026-03-02T08:00:00.000Z';
const hours = (count: number): string => new Date(Date.parse(START) + count * 3_600_000).toISOString();

let lab: TestLab;
let copied: ReturnType<typeof generateKeyPairSync>['privateKey'];
let deviceId: string;

beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

/** Register a key on a new device of Tess; the attacker has the private half. */
beforeEach(async () => {
  lab.now.value = START;
  deviceId = await lab.enroll(lab.tess);
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  copied = pair.privateKey;
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const publicKey = { kty: 'EC', crv: 'P-256', x, y } as const;
  await registerSigningKey(lab.settings, lab.tess, { deviceId, pin: '246810', publicKey });
});

/** Report whether a signature with the copied key at this time is valid. */
async function isVerified(at: string): Promise<boolean> {
  const key = { key: copied, dsaEncoding: 'ieee-p1363' } as const;
  const proof = sign('sha256', Buffer.from(HASH), key).toString('base64');
  const signer = { userId: lab.tess.userId, deviceId, at };
  return (
    (await inTransaction(lab.database.pool, (client) => verifyProof(client, signer, HASH, proof))) === 'OK'
  );
}

const contact = (at: string) => {
  lab.now.value = at;
  return enrollDevice(lab.settings, lab.tess, { name: 'Zebra', deviceId });
};

describe('a copied signing key', () => {
  test.each<[string, (client: PoolClient, person: Actor, now: Date) => Promise<unknown>]>([
    ['PIN', (client, { userId }, now) => endSigningKeys(client, { userId }, 'PIN_CHANGED', now)],
    ['password', (client, person, now) => storePassword(client, person, 'hash', { method: 'changed', now })],
  ])('signs nothing after the %s was changed, while earlier signatures stay verified', async (_, change) => {
    const { tess, database } = lab;
    await inTransaction(database.pool, (client) => change(client, tess, new Date(hours(1))));
    expect(await isVerified(hours(0.5))).toBe(true);
    expect(await isVerified(hours(2))).toBe(false);
    expect((await contact(hours(2))).signingKeyIds).toEqual([]);
  });

  test('expires 72 hours after the last contact of its device', async () => {
    expect((await contact(hours(48))).signingKeyIds).toHaveLength(1);
    expect((await contact(hours(48 + 71))).signingKeyIds).toHaveLength(1);
    expect((await contact(hours(48 + 71 + 73))).signingKeyIds).toEqual([]);
    expect(await isVerified(hours(48 + 71 + 71))).toBe(true);
    expect(await isVerified(hours(48 + 71 + 72.5))).toBe(false);
  });

  test('ends when its person signs out or revokes it, and nobody else can end it', async () => {
    const services = { pool: lab.database.pool, now: lab.settings.now };
    await expect(endOwnKey(services, lab.mara, { deviceId, signsOut: false })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await isVerified(hours(2))).toBe(true);
    lab.now.value = hours(1);
    await endOwnKey(services, lab.tess, { deviceId, signsOut: true });
    expect(await isVerified(hours(2))).toBe(false);
  });

  test('ends when another key is registered on its device', async () => {
    lab.now.value = hours(1);
    const publicKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;
    await registerSigningKey(lab.settings, lab.tess, { deviceId, pin: '246810', publicKey });
    expect(await isVerified(hours(2))).toBe(false);
  });

  test('cannot sign after its device was revoked or its person was deactivated', async () => {
    const { database } = lab;
    await database.pool.query('UPDATE device SET revoked = true, revoked_at = $2 WHERE id = $1', [
      deviceId,
      hours(1),
    ]);
    expect(await isVerified(hours(0.5))).toBe(true);
    expect(await isVerified(hours(2))).toBe(false);
  });
});
