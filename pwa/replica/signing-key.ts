import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { SideStore } from './side-store.ts';
import type { SyncApi } from './sync-api.ts';

const ITERATIONS = 310_000;
const ATTEMPTS = 5;
const KEY = 'signingKey';
const CIPHER = { name: 'AES-GCM', length: 256 } as const;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

/**
 * The private half, sealed with the PIN and then with a key that this browser never gives out: what is copied from the
 * database's rows cannot be tried against PINs elsewhere. `salt`, `iv` and `iterations` belong to the PIN.
 */
const SealedKey = z.object({
  id: z.string(),
  sealed: Bytes,
  salt: Bytes,
  iv: Bytes,
  iterations: z.int(),
  deviceKey: z.custom<CryptoKey>((value) => value instanceof CryptoKey),
  deviceIv: Bytes,
  failed: z.int(),
});
type SealedKey = z.infer<typeof SealedKey>;

/** Makes the key with which this person signs on this device; the PIN seals it and the server learns its public half. */
export async function createSigningKey(
  side: SideStore,
  api: SyncApi,
  deviceId: string,
  pin: string,
): Promise<void> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  if (kty === undefined || crv === undefined || x === undefined || y === undefined) {
    throw new AppError('INTERNAL', 'This browser cannot make a signing key.');
  }
  const id = await api.registerKey({ deviceId, publicKey: { kty, crv, x, y }, pin });
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealer = await keyOfPin(pin, salt, ITERATIONS);
  const bare = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const deviceKey = await crypto.subtle.generateKey(CIPHER, false, ['encrypt', 'decrypt']);
  const deviceIv = crypto.getRandomValues(new Uint8Array(12));
  const byPin = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, sealer, bare);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv: deviceIv }, deviceKey, byPin),
  );
  const value: SealedKey = { id, sealed, salt, iv, iterations: ITERATIONS, deviceKey, deviceIv, failed: 0 };
  await side.settings.put({ key: KEY, value });
}

/** Forgets the key of this device: its person signs out, or the server has ended it. */
export const forgetSigningKey = (side: SideStore): Promise<void> => side.settings.delete(KEY);

/** Forgets the key when the server no longer takes it; it names those that it takes. */
export async function forgetEndedKey(side: SideStore, liveIds: readonly string[] | undefined): Promise<void> {
  if (liveIds === undefined) return;
  const kept = await sealedKey(side);
  if (kept && !liveIds.includes(kept.id)) await forgetSigningKey(side);
}

/** Can this person sign on this device without the server? */
export const hasSigningKey = async (side: SideStore): Promise<boolean> =>
  (await sealedKey(side)) !== undefined;

/** How many more PINs may be tried on this device; null when it has no key. None left means that signing is locked. */
export async function attemptsLeft(side: SideStore): Promise<number | null> {
  const sealed = await sealedKey(side);
  return sealed ? Math.max(0, ATTEMPTS - sealed.failed) : null;
}

/** Signs a record's hash with the PIN, also offline: base64 of the signature over its text. Five wrong PINs lock it. */
export async function sign(side: SideStore, pin: string, hash: string): Promise<string> {
  const bare = await openKey(side, pin);
  const key = await crypto.subtle.importKey('pkcs8', bare, CURVE, false, ['sign']);
  const proof = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    new TextEncoder().encode(hash),
  );
  return btoa(String.fromCharCode(...new Uint8Array(proof)));
}

/** Throws unless this PIN opens the key of this device; it counts as an attempt to sign does. */
export async function checkPinHere(side: SideStore, pin: string): Promise<void> {
  await openKey(side, pin);
}

async function openKey(side: SideStore, pin: string): Promise<ArrayBuffer> {
  const sealed = await spendAttempt(side);
  const bare = await opened(sealed, pin);
  if (!bare)
    throw sealed.failed + 1 >= ATTEMPTS
      ? locked()
      : new AppError('VALIDATION', wrongPin(ATTEMPTS - sealed.failed - 1));
  await unlockSigning(side);
  return bare;
}

/** Forgets wrong attempts: after a right PIN, or when the server has accepted the PIN online. */
export async function unlockSigning(side: SideStore): Promise<void> {
  const sealed = await sealedKey(side);
  if (sealed) await side.settings.put({ key: KEY, value: { ...sealed, failed: 0 } });
}

// Counted before the PIN is tried, so that closing the app in between gives nobody a free attempt.
async function spendAttempt(side: SideStore): Promise<SealedKey> {
  return side.transaction('rw', side.settings, async () => {
    const sealed = await sealedKey(side);
    if (!sealed)
      throw new AppError(
        'PIN_NOT_SET',
        'Connect this device and enter your PIN once; then you can sign offline.',
      );
    if (sealed.failed >= ATTEMPTS) throw locked();
    await side.settings.put({ key: KEY, value: { ...sealed, failed: sealed.failed + 1 } });
    return sealed;
  });
}

async function opened(sealed: SealedKey, pin: string): Promise<ArrayBuffer | null> {
  try {
    const sealer = await keyOfPin(pin, sealed.salt, sealed.iterations);
    const { deviceKey, deviceIv } = sealed;
    const byPin = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: deviceIv }, deviceKey, sealed.sealed);
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, sealer, byPin);
  } catch {
    return null;
  }
}

async function keyOfPin(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, base, CIPHER, false, ['encrypt', 'decrypt']);
}

async function sealedKey(side: SideStore): Promise<SealedKey | undefined> {
  const parsed = SealedKey.safeParse((await side.settings.get(KEY))?.value);
  return parsed.success ? parsed.data : undefined;
}

const wrongPin = (left: number): string =>
  `That is not your PIN. Try again. ${left === 1 ? '1 attempt is' : `${left} attempts are`} left.`;

const locked = (): AppError =>
  new AppError('PIN_LOCKED', 'Too many attempts. Signing is locked until this device is online.');
