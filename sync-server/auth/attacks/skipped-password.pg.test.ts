import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordStatement } from '#db/protocols/signing/password-proof.ts';
import { EnrollResponse, type OperationVerdict } from '#db/sync/wire.ts';
import { julianDay } from '#db/values/julian-date.ts';
import { type AccountLab, type Browser, openAccountLab, PASSWORD } from '#sync-server/auth/account-lab.ts';
import { forgeReceipt } from '#sync-server/sync/attacks/forged-receipt.ts';

const TECH = 'lab-tech@wbl.example';
const PIN = '246810';
const SHIFT = 12 * 60;
const HOUR = 60;

let lab: AccountLab;
let clockOffset = 0;

beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const later = (minutes: number): void => {
  clockOffset += minutes;
  lab.later(minutes);
};
const now = (minutesAgo = 0): Date => new Date(Date.now() + (clockOffset - minutesAgo) * 60_000);

interface Key {
  privateKey: KeyObject;
  publicKey: { kty: 'EC'; crv: 'P-256'; x: string; y: string };
}

function createKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } };
}

const signatureOf = ({ privateKey: key }: Key, text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');

/**
 * A handheld with a modified app: its person has signed in and registered a PIN key, and it never asks for a
 * password.
 */
interface Handheld {
  agent: Browser;
  userId: string;
  deviceId: string;
  pinKey: Key;
  /** Sign a receipt so many minutes ago and return the server's verdict. */
  signs(given?: { passwordProof?: object; key?: Key; minutesAgo?: number }): Promise<string>;
  /** Confirm the password online; a given key is registered. */
  confirms(key?: Key): Promise<void>;
}

async function openHandheld(): Promise<Handheld> {
  const agent = lab.browser();
  const session = await lab.signIn(agent, TECH);
  const userId = session?.user.id ?? '';
  const enrolled = await agent.post('/api/sync/devices').send({ name: 'Forged' }).expect(200);
  const { deviceId, leases, ...enrollment } = EnrollResponse.parse(enrolled.body);
  let n = enrollment.expectedN;
  const pinKey = createKey();
  const { publicKey } = pinKey;
  await agent.post('/api/auth/pin/key').send({ deviceId, pin: PIN, publicKey }).expect(200);
  const lease = leases.find(({ series }) => series === 'ACCESSION_GROUP');
  let number = lease?.from ?? 0;
  return {
    agent,
    userId,
    deviceId,
    pinKey,
    async signs({ passwordProof, key = pinKey, minutesAgo = 0 } = {}) {
      const groupNumber = `AG-W${julianDay(lease?.labDay ?? '')}-${String(number++).padStart(2, '0')}`;
      const args = await forgeReceipt(
        { lab: { services: { now } } },
        {
          groupNumber,
          proves: (hash) => signatureOf(key, hash),
          signatureText: passwordProof ? { passwordProof } : {},
        },
      );
      const occurredAt = now(minutesAgo).toISOString();
      const operation = { id: ulid(), n: n++, name: 'accession-shipment', version: 1, occurredAt, args };
      const request = { deviceId, protocol: 1, operations: [operation] };
      const { body } = await agent.post('/api/sync/operations').send(request).expect(200);
      const verdict: OperationVerdict = body.verdicts[0];
      const [signature] = await lab.rows<{ verified: string }>(
        `SELECT s.verified FROM signature s JOIN accession_group g ON g.signature_id = s.id WHERE g.group_number = $1`,
        [groupNumber],
      );
      return `${verdict.outcome} ${signature?.verified}`;
    },
    async confirms(key) {
      const more = key ? { publicKey: key.publicKey } : {};
      await agent
        .post('/api/auth/pin/password')
        .send({ userId, password: PASSWORD, deviceId, ...more })
        .expect(200);
    },
  };
}

/** Let time pass in a session that stays in use. */
async function work(agent: Browser, minutes: number): Promise<void> {
  for (let remaining = minutes; remaining > 0; remaining -= 6 * HOUR) {
    later(Math.min(remaining, 6 * HOUR));
    await agent.get('/api/auth/session').expect(200);
  }
}

const proofOf = ({ userId, deviceId }: Pick<Handheld, 'userId' | 'deviceId'>, key: Key, at: Date) => ({
  at: at.toISOString(),
  signature: signatureOf(key, passwordStatement({ userId, deviceId, at: at.toISOString() })),
});

const COUNTS = 'APPLIED OK';
const FAILS = 'CONFLICT FAILED';

describe('a client that skips the password prompt', () => {
  test('signs with the PIN alone only for twelve hours after the sign-in', async () => {
    const handheld = await openHandheld();
    await work(handheld.agent, SHIFT - 10);
    expect(await handheld.signs()).toBe(COUNTS);
    await work(handheld.agent, HOUR);
    expect(await handheld.signs()).toBe(FAILS);
    await handheld.confirms();
    expect(await handheld.signs()).toBe(COUNTS);
  });

  test('is not covered by a password entered later', async () => {
    const handheld = await openHandheld();
    await work(handheld.agent, SHIFT + 2 * HOUR);
    const key = createKey();
    await handheld.confirms(key);
    const passwordProof = proofOf(handheld, key, now(HOUR));
    expect(await handheld.signs({ minutesAgo: HOUR, passwordProof })).toBe(FAILS);
  });

  test('is not covered by a password entered on another device', async () => {
    const stolen = await openHandheld();
    await work(stolen.agent, SHIFT + HOUR);
    const other = await openHandheld();
    expect(await other.signs()).toBe(COUNTS);
    await other.confirms();
    expect(await stolen.signs()).toBe(FAILS);
  });

  test('cannot date its signatures back into the twelve hours', async () => {
    const handheld = await openHandheld();
    await work(handheld.agent, SHIFT + HOUR);
    const push = { deviceId: handheld.deviceId, protocol: 1, waiting: 0, operations: [] };
    await handheld.agent.post('/api/sync/operations').send(push).expect(200);
    expect(await handheld.signs({ minutesAgo: 6 * HOUR })).toBe(FAILS);
  });

  test('confirms for all devices of its session if it is an earlier app that names none', async () => {
    const { agent, userId, signs } = await openHandheld();
    await work(agent, SHIFT + HOUR);
    await agent.post('/api/auth/pin/password').send({ userId, password: PASSWORD }).expect(200);
    expect(await signs()).toBe(COUNTS);
  });
});

describe('a password confirmed without a network', () => {
  /** A handheld on which the password was confirmed online long ago, with the key that it seals. */
  async function offline(): Promise<Handheld & { key: Key }> {
    const handheld = await openHandheld();
    const key = createKey();
    await handheld.confirms(key);
    await work(handheld.agent, SHIFT + 2 * HOUR);
    return { ...handheld, key };
  }

  test('covers the signatures of twelve hours through the proof of its key, and no others', async () => {
    const handheld = await offline();
    const passwordProof = proofOf(handheld, handheld.key, now());
    expect(await handheld.signs({ passwordProof })).toBe(COUNTS);
    await work(handheld.agent, SHIFT - 10);
    expect(await handheld.signs({ passwordProof })).toBe(COUNTS);
    await work(handheld.agent, HOUR);
    expect(await handheld.signs({ passwordProof })).toBe(FAILS);
  });

  test.each<[string, (handheld: Handheld & { key: Key }) => object]>([
    ['the key of the PIN', (handheld) => proofOf(handheld, handheld.pinKey, now())],
    ['a key that nobody registered', (handheld) => proofOf(handheld, createKey(), now())],
    ['another device', ({ userId, key }) => proofOf({ userId, deviceId: ulid() }, key, now())],
    ['another person', ({ deviceId, key }) => proofOf({ userId: ulid(), deviceId }, key, now())],
    ['the time before', (handheld) => proofOf(handheld, handheld.key, now(SHIFT + HOUR))],
    ['the time to come', (handheld) => proofOf(handheld, handheld.key, now(-HOUR))],
    [
      'another time than it says',
      (handheld) => ({ ...proofOf(handheld, handheld.key, now(SHIFT + HOUR)), at: now().toISOString() }),
    ],
  ])('is not proven by %s', async (_, proof) => {
    const handheld = await offline();
    expect(await handheld.signs({ passwordProof: proof(handheld) })).toBe(FAILS);
    expect(await handheld.signs({ passwordProof: proofOf(handheld, handheld.key, now()) })).toBe(COUNTS);
  });

  test("proves nothing after the device's keys were removed, and its key signs no record", async () => {
    const handheld = await offline();
    const { agent, deviceId, key } = handheld;
    const passwordProof = proofOf(handheld, key, now());
    expect(await handheld.signs({ passwordProof, key })).toBe(FAILS);
    expect(await handheld.signs({ passwordProof })).toBe(COUNTS);
    await agent.post('/api/auth/pin/key/end').send({ deviceId }).expect(200);
    later(1);
    await agent
      .post('/api/auth/pin/key')
      .send({ deviceId, pin: PIN, publicKey: handheld.pinKey.publicKey })
      .expect(200);
    expect(await handheld.signs({ passwordProof })).toBe(FAILS);
  });

  test('registers its key only for a device of the same person', async () => {
    const { agent, userId } = await openHandheld();
    const wrong = { userId, password: PASSWORD, deviceId: ulid(), publicKey: createKey().publicKey };
    expect((await agent.post('/api/auth/pin/password').send(wrong)).status).toBe(404);
  });
});
