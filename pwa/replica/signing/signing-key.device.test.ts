import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSideStore, type SideStore } from '#pwa/replica/store/side-store.ts';
import { createSyncApi } from '#pwa/replica/sync/sync-api.ts';
import { createSigningKey, forgetEndedKeys, hasSigningKey, sign, unlockSigning } from './sealed-key.ts';

const PIN = '246810';
const HASH = 'a'.repeat(64);
const Registered = z.object({
  publicKey: z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() }),
});

const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);
const Copied = z.object({
  deviceKey: z.custom<CryptoKey>((value) => value instanceof CryptoKey),
  sealed: Bytes,
  salt: Bytes,
  iv: Bytes,
  iterations: z.int(),
});

let side: SideStore;
let registered: z.infer<typeof Registered> | null;
let storeCount = 0;

beforeEach(async () => {
  side = openSideStore(`signing-${storeCount++}`);
  const api = createSyncApi(async (_path, init) => {
    registered = Registered.parse(JSON.parse(String(init.body)));
    return Response.json({ id: 'key-1' });
  });
  await createSigningKey(side, api, 'device-1', PIN);
});

describe('signing offline', () => {
  test('the PIN opens the sealed key, and the server can verify the signature with the public key', async () => {
    const proof = Buffer.from(await sign(side, PIN, HASH), 'base64');
    const key = createPublicKey({ key: registered?.publicKey ?? {}, format: 'jwk' });
    expect(verify('sha256', Buffer.from(HASH), { key, dsaEncoding: 'ieee-p1363' }, proof)).toBe(true);
    expect(verify('sha256', Buffer.from('another'), { key, dsaEncoding: 'ieee-p1363' }, proof)).toBe(false);
  });

  test('five wrong PINs lock signing, even for the right PIN, until the server has accepted the PIN', async () => {
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect(sign(side, '000000', HASH)).rejects.toThrow('That is not your PIN.');
    }
    const locked = 'Too many attempts. Signing is locked until this device is online.';
    await expect(sign(side, '000000', HASH)).rejects.toThrow(locked);
    await expect(sign(side, PIN, HASH)).rejects.toThrow(locked);
    await unlockSigning(side);
    expect(await sign(side, PIN, HASH)).toBeTypeOf('string');
  });

  test('a right PIN resets the wrong attempts', async () => {
    for (let round = 0; round < 3; round++) {
      await expect(sign(side, '000000', HASH)).rejects.toThrow('That is not your PIN.');
      await expect(sign(side, '000001', HASH)).rejects.toThrow('That is not your PIN.');
      await sign(side, PIN, HASH);
    }
  });

  test('a device without a key explains how to get one', async () => {
    const emptyStore = openSideStore(`signing-${storeCount++}`);
    expect(await hasSigningKey(emptyStore)).toBe(false);
    await expect(sign(emptyStore, PIN, HASH)).rejects.toThrow('enter your PIN once');
  });

  test('copied database rows do not open with the PIN, because the sealing key is not exportable', async () => {
    const { value } = (await side.settings.get('signingKey')) ?? {};
    const { deviceKey, sealed, salt, iv, iterations } = Copied.parse(value);
    await expect(crypto.subtle.exportKey('raw', deviceKey)).rejects.toThrow();
    const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(PIN), 'PBKDF2', false, [
      'deriveKey',
    ]);
    const ofPin = await crypto.subtle.deriveKey(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
      base,
      { name: 'AES-GCM', length: 256 },
      false,
      ['decrypt'],
    );
    await expect(crypto.subtle.decrypt({ name: 'AES-GCM', iv }, ofPin, sealed)).rejects.toThrow();
  });

  test('a key that the server has ended is deleted, a valid one remains', async () => {
    await forgetEndedKeys(side, undefined);
    await forgetEndedKeys(side, ['another', 'key-1']);
    expect(await hasSigningKey(side)).toBe(true);
    await forgetEndedKeys(side, ['another']);
    expect(await hasSigningKey(side)).toBe(false);
  });
});
