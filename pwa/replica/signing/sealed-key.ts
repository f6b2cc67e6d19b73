import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { PublicKey } from '#db/identity/pin-forms.ts';
import type { SideStore } from '#pwa/replica/store/side-store.ts';
import type { SyncApi } from '#pwa/replica/sync/sync-api.ts';

const ATTEMPTS = 5;
const CIPHER = { name: 'AES-GCM', length: 256 } as const;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

/**
 * The private key, sealed with a secret of the user and then with a non-extractable key of this browser:
 * copied database rows cannot be attacked elsewhere. `salt`, `iv` and `iterations` belong to the secret.
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

/** One kind of key of a user on a device: its storage entry and the texts about its secret. */
interface KeyKind {
  row: 'signingKey' | 'passwordKey';
  /** The storage entry of the proofs made with the key: the server accepts them no longer than the key. */
  proofRow?: string;
  iterations: number;
  missing(): AppError;
  wrong(attemptsLeft: number): string;
}

/** A key pair that is not stored yet. */
export interface NewKey {
  /** A JSON Web Key. */
  publicKey: z.infer<typeof PublicKey>;
  pkcs8: ArrayBuffer;
}

/** Create a key pair; `sealKey` stores its private half once the server has the public one. */
export async function createKey(): Promise<NewKey> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const exported = PublicKey.safeParse(await crypto.subtle.exportKey('jwk', pair.publicKey));
  if (!exported.success) throw new AppError('INTERNAL', 'This browser cannot make a signing key.');
  return {
    publicKey: exported.data,
    pkcs8: await crypto.subtle.exportKey('pkcs8', pair.privateKey),
  };
}

/** Seal a key with its secret and store it under the id from the server. */
export async function sealKey(
  side: SideStore,
  { row, iterations }: KeyKind,
  { id, pkcs8 }: Pick<NewKey, 'pkcs8'> & { id: string },
  secret: string,
): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealer = await keyOfSecret(secret, salt, iterations);
  const deviceKey = await crypto.subtle.generateKey(CIPHER, false, ['encrypt', 'decrypt']);
  const deviceIv = crypto.getRandomValues(new Uint8Array(12));
  const bySecret = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, sealer, pkcs8);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv: deviceIv }, deviceKey, bySecret),
  );
  const value: SealedKey = { id, sealed, salt, iv, iterations, deviceKey, deviceIv, failed: 0 };
  await side.settings.put({ key: row, value });
}

/** Delete a key of this device and the proofs made with it. */
const forgetKey = (side: SideStore, { row, proofRow }: KeyKind): Promise<void> =>
  side.settings.bulkDelete(proofRow ? [row, proofRow] : [row]);

/** Return the id of a key on this device; undefined when there is none. */
const keyId = async (side: SideStore, kind: KeyKind): Promise<string | undefined> =>
  (await sealedKey(side, kind))?.id;

/** Return the remaining attempts; null when there is no key, 0 when the key is locked. */
async function keyAttemptsLeft(side: SideStore, kind: KeyKind): Promise<number | null> {
  const sealed = await sealedKey(side, kind);
  return sealed ? Math.max(0, ATTEMPTS - sealed.failed) : null;
}

/** Sign a text with a key that the secret opens: base64 of the signature. Five wrong secrets lock the key. */
export async function signWithKey(
  side: SideStore,
  kind: KeyKind,
  secret: string,
  text: string,
): Promise<string> {
  const pkcs8 = await openKey(side, kind, secret);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, CURVE, false, ['sign']);
  const proof = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    new TextEncoder().encode(text),
  );
  return btoa(String.fromCharCode(...new Uint8Array(proof)));
}

/** Open a key with its secret; throws when the secret is wrong, and counts the attempt. */
async function openKey(side: SideStore, kind: KeyKind, secret: string): Promise<ArrayBuffer> {
  const sealed = await spendAttempt(side, kind);
  const pkcs8 = await decryptKey(sealed, secret);
  if (!pkcs8)
    throw sealed.failed + 1 >= ATTEMPTS
      ? locked()
      : new AppError('VALIDATION', kind.wrong(ATTEMPTS - sealed.failed - 1));
  await unlockKey(side, kind);
  return pkcs8;
}

/** Check without counting whether a secret opens the key of this device; the server makes the decision. */
export async function isSealedWith(side: SideStore, kind: KeyKind, secret: string): Promise<boolean> {
  const sealed = await sealedKey(side, kind);
  return sealed !== undefined && (await decryptKey(sealed, secret)) !== null;
}

/** Reset the wrong attempts: after a right secret, or when the server has accepted it online. */
export async function unlockKey(side: SideStore, kind: KeyKind): Promise<void> {
  const sealed = await sealedKey(side, kind);
  if (sealed) await side.settings.put({ key: kind.row, value: { ...sealed, failed: 0 } });
}

// The attempt is counted before the check, so that closing the app in between gives no free attempt.
async function spendAttempt(side: SideStore, kind: KeyKind): Promise<SealedKey> {
  return side.transaction('rw', side.settings, async () => {
    const sealed = await sealedKey(side, kind);
    if (!sealed) throw kind.missing();
    if (sealed.failed >= ATTEMPTS) throw locked();
    await side.settings.put({ key: kind.row, value: { ...sealed, failed: sealed.failed + 1 } });
    return sealed;
  });
}

async function decryptKey(sealed: SealedKey, secret: string): Promise<ArrayBuffer | null> {
  try {
    const sealer = await keyOfSecret(secret, sealed.salt, sealed.iterations);
    const { deviceKey, deviceIv } = sealed;
    const bySecret = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: deviceIv }, deviceKey, sealed.sealed);
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, sealer, bySecret);
  } catch {
    return null;
  }
}

async function keyOfSecret(
  secret: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, base, CIPHER, false, ['encrypt', 'decrypt']);
}

async function sealedKey(side: SideStore, { row }: KeyKind): Promise<SealedKey | undefined> {
  const parsed = SealedKey.safeParse((await side.settings.get(row))?.value);
  return parsed.success ? parsed.data : undefined;
}

const locked = (): AppError =>
  new AppError('PIN_LOCKED', 'Too many attempts. Signing is locked until this device is online.');

const formatAttempts = (attempts: number): string =>
  attempts === 1 ? '1 attempt is left.' : `${attempts} attempts are left.`;

/** The key that signs records; the PIN opens it. */
const SIGNING_KEY: KeyKind = {
  row: 'signingKey',
  iterations: 310_000,
  missing: () =>
    new AppError('PIN_NOT_SET', 'Connect this device and enter your PIN once; then you can sign offline.'),
  wrong: (attempts) => `That is not your PIN. Try again. ${formatAttempts(attempts)}`,
};

/** The storage entry of the password confirmation on this device. */
export const CONFIRMED_ROW = 'passwordConfirmed';

/** The key that proves a confirmed password offline; the password opens it. */
export const PASSWORD_KEY: KeyKind = {
  row: 'passwordKey',
  proofRow: CONFIRMED_ROW,
  iterations: 600_000,
  missing: () =>
    new AppError(
      'PASSWORD_UNKNOWN',
      'You signed in more than 12 hours ago, and this device cannot check your password. Connect it and sign once; then you can sign offline.',
    ),
  wrong: (attempts) => `That is not your password. Try again. ${formatAttempts(attempts)}`,
};

/**
 * Create the key with which this user signs on this device; the PIN seals it and the server receives its
 * public half.
 */
export async function createSigningKey(
  side: SideStore,
  api: Pick<SyncApi, 'registerKey'>,
  deviceId: string,
  pin: string,
): Promise<void> {
  const { publicKey, pkcs8 } = await createKey();
  const id = await api.registerKey({ deviceId, publicKey, pin });
  await sealKey(side, SIGNING_KEY, { id, pkcs8 }, pin);
}

/** Delete the keys of this device after the server has ended them. */
export async function forgetKeys(side: SideStore): Promise<void> {
  for (const kind of [SIGNING_KEY, PASSWORD_KEY]) await forgetKey(side, kind);
}

/** Delete the keys that the server no longer accepts; it names those that it accepts. */
export async function forgetEndedKeys(
  side: SideStore,
  liveIds: readonly string[] | undefined,
): Promise<void> {
  if (liveIds === undefined) return;
  for (const kind of [SIGNING_KEY, PASSWORD_KEY]) {
    const id = await keyId(side, kind);
    if (id !== undefined && !liveIds.includes(id)) await forgetKey(side, kind);
  }
}

/** Check whether this user can sign on this device without the server. */
export const hasSigningKey = async (side: SideStore): Promise<boolean> =>
  (await keyId(side, SIGNING_KEY)) !== undefined;

/** Return the remaining PIN attempts on this device; null when it has no key, 0 when signing is locked. */
export const attemptsLeft = (side: SideStore): Promise<number | null> => keyAttemptsLeft(side, SIGNING_KEY);

/**
 * Sign a record's hash with the PIN, also offline: base64 of the signature over its text. Five wrong PINs
 * lock it.
 */
export const sign = (side: SideStore, pin: string, hash: string): Promise<string> =>
  signWithKey(side, SIGNING_KEY, pin, hash);

/** Check that this PIN opens the key of this device; throws when not, and counts like an attempt to sign. */
export async function checkPinHere(side: SideStore, pin: string): Promise<void> {
  await openKey(side, SIGNING_KEY, pin);
}

/** Reset the wrong attempts: after a right PIN, or when the server has accepted the PIN online. */
export const unlockSigning = (side: SideStore): Promise<void> => unlockKey(side, SIGNING_KEY);
