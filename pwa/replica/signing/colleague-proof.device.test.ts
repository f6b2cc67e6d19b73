import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { buildPerson } from '#db/factories/build-identity.ts';
import { createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import { replicaName } from '#pwa/replica/store/database.ts';
import { openSideStore } from '#pwa/replica/store/side-store.ts';
import { createSyncApi } from '#pwa/replica/sync/sync-api.ts';
import { canSignOnDevice, reviewProof } from './colleague-proof.ts';

const PIN = '246810';
const HASH = 'ab'.repeat(32);
const ONLINE = { online: true, deviceId: 'device-ann' };
const OFFLINE = { ...ONLINE, online: false };
const Key = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() });
let deviceCount = 0;

const colleague = () =>
  buildPerson({ id: `membership-${deviceCount++}`, userId: 'user-bob', name: 'Bob Baker' });
type Colleague = ReturnType<typeof colleague>;

/** Sign Bob in on this device and create his key; returns the public key. */
async function signedInHere(bob: Colleague): Promise<z.infer<typeof Key>> {
  let key: unknown;
  const api = createSyncApi(async (_path, init) => {
    key = z.object({ publicKey: Key }).parse(JSON.parse(String(init.body))).publicKey;
    return Response.json({ id: 'key-1' });
  });
  const side = openSideStore(replicaName({ entity: bob.entity, userCompanyId: bob.id }));
  await createSigningKey(side, api, 'device-bob', PIN);
  side.close();
  return Key.parse(key);
}

const server = (answer: () => Response | Promise<Response>) => {
  const fetchMock = vi.fn<(path: string, init: RequestInit) => Response | Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
};

beforeEach(() => {
  vi.unstubAllGlobals();
});

test('a colleague who has signed in here signs offline with their own key', async () => {
  const bob = colleague();
  const key = createPublicKey({ key: await signedInHere(bob), format: 'jwk' });
  const fetchMock = server(() => Response.error());
  expect(await canSignOnDevice(bob)).toBe(true);
  const proof = Buffer.from(await reviewProof(bob, PIN, HASH, OFFLINE), 'base64');
  expect(verify('sha256', Buffer.from(HASH), { key, dsaEncoding: 'ieee-p1363' }, proof)).toBe(true);
  await expect(reviewProof(bob, '000000', HASH, OFFLINE)).rejects.toThrow('That is not your PIN. Try again.');
  expect(fetchMock).not.toHaveBeenCalled();
});

test('a colleague who never signed in here gets instructions offline, and leaves no data behind', async () => {
  const bob = colleague();
  const message =
    'Bob Baker has never signed on this device. Connect it so that the server can check the PIN';
  await expect(reviewProof(bob, PIN, HASH, OFFLINE)).rejects.toThrow(message);
  expect(await canSignOnDevice(bob)).toBe(false);
  const all = (await indexedDB.databases()).map((one) => one.name);
  expect(all.filter((name) => name?.includes(bob.id))).toEqual([]);
});

test('online, the server checks the PIN of a colleague who never signed in here', async () => {
  const bob = colleague();
  const fetchMock = server(() => Response.json({ proof: 'c2lnbmVk' }));
  expect(await reviewProof(bob, PIN, HASH, ONLINE)).toBe('c2lnbmVk');
  const [path, init] = fetchMock.mock.calls[0] ?? [];
  expect(path).toBe('/api/auth/pin/review');
  expect(JSON.parse(String(init?.body))).toEqual({
    userId: 'user-bob',
    pin: PIN,
    hash: HASH,
    deviceId: 'device-ann',
  });
});

test('five wrong PINs lock the key here; online the server can still check the right one', async () => {
  const bob = colleague();
  await signedInHere(bob);
  for (let i = 0; i < 5; i += 1)
    await expect(reviewProof(bob, '000000', HASH, OFFLINE)).rejects.toThrow(/PIN|attempts/);
  await expect(reviewProof(bob, PIN, HASH, OFFLINE)).rejects.toThrow('Too many attempts.');
  server(() => Response.json({ proof: 'c2lnbmVk' }));
  expect(await reviewProof(bob, PIN, HASH, ONLINE)).toBe('c2lnbmVk');
  expect(await reviewProof(bob, PIN, HASH, OFFLINE)).not.toBe('c2lnbmVk');
});
