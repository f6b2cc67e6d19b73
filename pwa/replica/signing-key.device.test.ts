import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSideStore, type SideStore } from './side-store.ts';
import { createSigningKey, hasSigningKey, sign, unlockSigning } from './signing-key.ts';
import { createSyncApi } from './sync-api.ts';

const PIN = '246810';
const HASH = 'a'.repeat(64);
const Registered = z.object({
  publicKey: z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() }),
});

let side: SideStore;
let registered: z.infer<typeof Registered> | null;
let made = 0;

beforeEach(async () => {
  side = openSideStore(`signing-${made++}`);
  const api = createSyncApi(async (_path, init) => {
    registered = Registered.parse(JSON.parse(String(init.body)));
    return Response.json({ ok: true });
  });
  await createSigningKey(side, api, 'device-1', PIN);
});

describe('signing offline', () => {
  test('the PIN opens the sealed key, and the server can check the signature with the public half', async () => {
    const proof = Buffer.from(await sign(side, PIN, HASH), 'base64');
    const key = createPublicKey({ key: registered?.publicKey ?? {}, format: 'jwk' });
    expect(verify('sha256', Buffer.from(HASH), { key, dsaEncoding: 'ieee-p1363' }, proof)).toBe(true);
    expect(verify('sha256', Buffer.from('another'), { key, dsaEncoding: 'ieee-p1363' }, proof)).toBe(false);
  });

  test('five wrong PINs lock signing, also for the right PIN, until the server has accepted the PIN', async () => {
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect(sign(side, '000000', HASH)).rejects.toThrow('That is not your PIN.');
    }
    const locked = 'Too many attempts. Signing is locked until this device is online.';
    await expect(sign(side, '000000', HASH)).rejects.toThrow(locked);
    await expect(sign(side, PIN, HASH)).rejects.toThrow(locked);
    await unlockSigning(side);
    expect(await sign(side, PIN, HASH)).toBeTypeOf('string');
  });

  test('a right PIN forgets the wrong ones before it', async () => {
    for (let round = 0; round < 3; round++) {
      await expect(sign(side, '000000', HASH)).rejects.toThrow('That is not your PIN.');
      await expect(sign(side, '000001', HASH)).rejects.toThrow('That is not your PIN.');
      await sign(side, PIN, HASH);
    }
  });

  test('a device without a key says how to get one', async () => {
    const bare = openSideStore(`signing-${made++}`);
    expect(await hasSigningKey(bare)).toBe(false);
    await expect(sign(bare, PIN, HASH)).rejects.toThrow('enter your PIN once');
  });
});
