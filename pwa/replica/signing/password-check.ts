import { z } from 'zod';
import * as calls from '#db/api/identity/pins.ts';
import { AppError } from '#db/errors/app-error.ts';
import { PASSWORD_VALID_MS, PasswordProof, passwordStatement } from '#db/protocols/signing/password-proof.ts';
import { call } from '#pwa/api/call.ts';
import { readStoredSession } from '#pwa/replica/session/session-store.ts';
import type { SideStore } from '#pwa/replica/store/side-store.ts';
import { readClockOffset } from '#pwa/replica/sync/last-contact.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import {
  CONFIRMED_ROW,
  checkPinHere,
  createKey,
  hasSigningKey,
  isSealedWith,
  PASSWORD_KEY,
  sealKey,
  signWithKey,
  unlockKey,
  unlockSigning,
} from './sealed-key.ts';

/** When the password was last confirmed here, with its proof when that happened offline. */
const Confirmed = z.object({ at: z.number(), proof: PasswordProof.nullable() });
type Confirmed = z.infer<typeof Confirmed>;

/** Check whether this user's next signature needs the password; `now` is this device's time. */
export async function passwordDue(replica: Replica, now = Date.now()): Promise<boolean> {
  const { side } = replica.store;
  const storedSession = await readStoredSession();
  const own = storedSession?.session.user.userCompanyId === replica.actor.userCompanyId;
  const signedInAt = own ? Date.parse(storedSession.session.signedInAt ?? '') || 0 : 0;
  const confirmed = await lastConfirmed(side);
  // The server compares with its own clock, so this device does too.
  const serverNow = now + (await readClockOffset(side));
  return serverNow - Math.max(signedInAt, confirmed?.at ?? 0) > PASSWORD_VALID_MS;
}

/** Return the proof that a signature carries: that of the last confirmation, when it was made offline. */
export async function passwordProofNow(
  { store: { side } }: Replica,
  now = Date.now(),
): Promise<PasswordProof | undefined> {
  const confirmed = await lastConfirmed(side);
  if (!confirmed?.proof) return undefined;
  const age = now + (await readClockOffset(side)) - confirmed.at;
  return age <= PASSWORD_VALID_MS ? confirmed.proof : undefined;
}

/** Confirm the password: on the server, or offline by the key that it opens on this device. */
export async function confirmPassword(replica: Replica, password: string): Promise<void> {
  const { side } = replica.store;
  const { userId } = replica.actor;
  const deviceId = (await replica.enrollment())?.deviceId;
  // Each password has one key: only a first or new password is sealed and registered.
  const newKey = deviceId && !(await isSealedWith(side, PASSWORD_KEY, password)) ? await createKey() : null;
  const deviceFields = {
    ...(deviceId ? { deviceId } : {}),
    ...(newKey ? { publicKey: newKey.publicKey } : {}),
  };
  try {
    const { keyId } = await call(calls.confirmPassword, { body: { userId, password, ...deviceFields } });
    if (newKey && keyId) await sealKey(side, PASSWORD_KEY, { id: keyId, pkcs8: newKey.pkcs8 }, password);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
    return confirmOffline(side, { userId, deviceId }, password);
  }
  await unlockKey(side, PASSWORD_KEY);
  await storeConfirmed(side, null);
}

async function confirmOffline(
  side: SideStore,
  { userId, deviceId }: { userId: string; deviceId: string | undefined },
  password: string,
): Promise<void> {
  if (deviceId === undefined) throw PASSWORD_KEY.missing();
  const at = new Date(Date.now() + (await readClockOffset(side))).toISOString();
  const signature = await signWithKey(
    side,
    PASSWORD_KEY,
    password,
    passwordStatement({ userId, deviceId, at }),
  );
  await storeConfirmed(side, { at, signature });
}

async function storeConfirmed(side: SideStore, proof: PasswordProof | null): Promise<void> {
  const at = proof ? Date.parse(proof.at) : Date.now() + (await readClockOffset(side));
  const value: Confirmed = { at, proof };
  await side.settings.put({ key: CONFIRMED_ROW, value });
}

async function lastConfirmed(side: SideStore): Promise<Confirmed | undefined> {
  const parsed = Confirmed.safeParse((await side.settings.get(CONFIRMED_ROW))?.value);
  return parsed.success ? parsed.data : undefined;
}

const NO_KEY = 'This device cannot check your PIN without a network. Connect it, or use your password.';

/**
 * Check the PIN of the replica's user, on this device or on the server where the device cannot. Throws when
 * it is wrong.
 */
export async function confirmPerson({ store }: Pick<Replica, 'store'>, pin: string): Promise<void> {
  if (!(await hasSigningKey(store.side))) return askServer(pin);
  try {
    await checkPinHere(store.side, pin);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PIN_LOCKED') throw error;
    await askServer(pin).catch((refusal) => {
      throw refusal instanceof AppError && refusal.code === 'PIN_NOT_SET' ? error : refusal;
    });
    await unlockSigning(store.side);
  }
}

async function askServer(pin: string): Promise<void> {
  try {
    await call(calls.checkPin, { body: { pin } });
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') throw new AppError('PIN_NOT_SET', NO_KEY);
    throw error;
  }
}
