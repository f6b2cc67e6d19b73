import { AppError } from '#db/errors/app-error.ts';
import {
  createKey,
  forgetKey,
  type KeyKind,
  keyAttemptsLeft,
  keyId,
  openKey,
  sealKey,
  signWithKey,
  unlockKey,
} from './sealed-key.ts';
import type { SideStore } from './side-store.ts';
import type { SyncApi } from './sync-api.ts';

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
  api: SyncApi,
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
