import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { verifySecret } from './password.ts';
import { recordConfirmation, recordSessionConfirmation } from './password-confirmations.ts';
import { countFailure, lockedOut } from './pin.ts';
import { PublicKey, registerKey, requireKeyDevice } from './signing-keys.ts';

/**
 * `POST /api/auth/pin/password`: the second component of the first signature in an old session (domain 5.6).
 */
export const ConfirmPassword = z.strictObject({
  /** The signer, because the cookie may by now belong to another person. */
  userId: Id,
  password: z.string().min(1).max(200),
  /** The device where the password is entered; earlier app versions omit it. */
  deviceId: Id.optional(),
  /** Public half of a new key that the password seals on the device, for confirmation without a network. */
  publicKey: PublicKey.optional(),
});
type ConfirmPassword = z.infer<typeof ConfirmPassword>;

interface Person {
  userId: string;
  sessionId?: string;
  entity: BusinessEntity;
  companyId: string;
}

const WRONG = 'That is not your password. Try again.';
const NONE = 'Your account has no password. Sign out and sign in again, then sign with your PIN.';

interface ConfirmServices {
  pool: Pool;
  now(): Date;
  offlineHours: number;
}

/**
 * Throw unless this is the person's password; wrong ones count like wrong PINs and lock signing as long.
 * Records the confirmation, registers the device's key for the next one, and returns the key's id.
 */
export async function confirmPassword(
  services: ConfirmServices,
  person: Person,
  call: ConfirmPassword,
): Promise<string | undefined> {
  const { userId, password } = call;
  if (userId !== person.userId) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
  const result = await inTransaction(services.pool, async (client) => {
    const { rows } = await client.query<{ password: string | null; locked: boolean; failed: number }>(
      `SELECT password, coalesce(pin_locked_until > now(), false) AS locked, coalesce(pin_failed_count, 0) AS failed
         FROM "user" WHERE id = $1 FOR UPDATE`,
      [userId],
    );
    const user = rows[0];
    if (user?.locked) return lockedOut();
    if (user && user.password === null) return new AppError('VALIDATION', NONE);
    if (await verifySecret(user?.password, password)) return acceptPassword(client, services, person, call);
    return countFailure(client, person, (user?.failed ?? 0) + 1, WRONG);
  });
  if (result instanceof AppError) throw result;
  return result;
}

async function acceptPassword(
  client: ClientBase,
  services: ConfirmServices,
  { userId, sessionId }: Person,
  { deviceId, publicKey }: ConfirmPassword,
): Promise<string | undefined> {
  const at = services.now();
  if (deviceId === undefined) {
    await recordSessionConfirmation(client, { userId, sessionId, at });
    return undefined;
  }
  await requireKeyDevice(client, { userId, deviceId });
  await recordConfirmation(client, { userId, deviceId, at });
  return publicKey && registerKey(client, services, { userId, deviceId, kind: 'PASSWORD', publicKey });
}

/**
 * The route of the confirmation; it precedes those of `/api/auth`, whose router answers everything below its
 * path.
 */
export const confirmPasswordRoute: ApiRoute = jsonRoute({
  method: 'post',
  path: '/api/auth/pin/password',
  access: 'auth/pin:create',
  body: ConfirmPassword,
  handler: async ({ services, session, body }) => {
    const { pool, now, env } = services;
    const keyId = await confirmPassword({ pool, now, offlineHours: env.OFFLINE_HOURS }, session, body);
    return { ok: true, ...(keyId === undefined ? {} : { keyId }) };
  },
});
