import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { callApi } from '#pwa/api/client.ts';
import type { Replica } from './replica.ts';
import { readStoredSession } from './session-store.ts';
import type { SideStore } from './side-store.ts';

/** A sign-in, or a confirmed password, stands for so long; the next signature then asks for the password (domain 5.6). */
export const PASSWORD_STANDS_MS = 12 * 60 * 60_000;

const KEY = 'passwordConfirmed';
const ITERATIONS = 600_000;
const ATTEMPTS = 5;

const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);
/** What the server accepted last on this device: only a salted digest that is slow to try. */
const Confirmed = z.object({
  at: z.number(),
  salt: Bytes,
  digest: z.string(),
  iterations: z.int(),
  failed: z.int(),
});

/** Must the next signature of this person ask for the password? */
export async function passwordDue(replica: Replica, now = Date.now()): Promise<boolean> {
  const stored = await readStoredSession();
  const own = stored?.session.user.userCompanyId === replica.actor.userCompanyId;
  const signedInAt = own ? Date.parse(stored.session.signedInAt ?? '') || 0 : 0;
  const confirmed = await lastConfirmed(replica.store.side);
  return now - Math.max(signedInAt, confirmed?.at ?? 0) > PASSWORD_STANDS_MS;
}

/** Confirms the password: by the server, or without a network by what the server accepted on this device before. */
export async function confirmPassword(replica: Replica, password: string): Promise<void> {
  const { side } = replica.store;
  const { userId } = replica.actor;
  const answer = z.object({ ok: z.literal(true) });
  try {
    await callApi({ path: '/api/auth/pin/password', method: 'POST', data: { userId, password }, answer });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
    return confirmOffline(side, password);
  }
  await rememberPassword(side, password);
}

/** Keeps that the server has just accepted this password here, so that it can be confirmed without a network. */
export async function rememberPassword(side: SideStore, password: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const digest = await digestOf(password, salt, ITERATIONS);
  const value = { at: Date.now(), salt, digest, iterations: ITERATIONS, failed: 0 };
  await side.settings.put({ key: KEY, value });
}

async function confirmOffline(side: SideStore, password: string): Promise<void> {
  const known = await spendAttempt(side);
  if ((await digestOf(password, known.salt, known.iterations)) !== known.digest)
    throw new AppError('VALIDATION', 'That is not your password. Try again.');
  await side.settings.put({ key: KEY, value: { ...known, at: Date.now(), failed: 0 } });
}

// Counted before the password is tried, so that closing the app in between gives nobody a free attempt.
const spendAttempt = (side: SideStore) =>
  side.transaction('rw', side.settings, async () => {
    const known = await lastConfirmed(side);
    if (!known)
      throw new AppError(
        'PASSWORD_UNKNOWN',
        'You signed in more than 12 hours ago, and this device cannot check your password. Connect it and sign once; then you can sign offline.',
      );
    if (known.failed >= ATTEMPTS)
      throw new AppError('PIN_LOCKED', 'Too many attempts. Signing is locked until this device is online.');
    await side.settings.put({ key: KEY, value: { ...known, failed: known.failed + 1 } });
    return known;
  });

async function lastConfirmed(side: SideStore): Promise<z.infer<typeof Confirmed> | undefined> {
  const parsed = Confirmed.safeParse((await side.settings.get(KEY))?.value);
  return parsed.success ? parsed.data : undefined;
}

async function digestOf(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<string> {
  const text = new TextEncoder().encode(password);
  const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    256,
  );
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
