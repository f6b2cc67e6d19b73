import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { verifySecret } from './password.ts';
import { countFailure, lockedOut } from './pin.ts';

/** `POST /api/auth/pin/password`: the second component of the first signature in an old session (domain 5.6). */
export const ConfirmPassword = z.strictObject({
  /** Who is signing: the cookie may by now be somebody else's. */
  userId: Id,
  password: z.string().min(1).max(200),
});

interface Person {
  userId: string;
  entity: BusinessEntity;
  companyId: string;
}

const WRONG = 'That is not your password. Try again.';
const NONE = 'Your account has no password. Sign out and sign in again, then sign with your PIN.';

/** Throws unless this is the person's password; wrong ones count like wrong PINs and lock signing for as long. */
export async function confirmPassword(
  pool: Pool,
  person: Person,
  { userId, password }: z.infer<typeof ConfirmPassword>,
): Promise<void> {
  if (userId !== person.userId) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
  const wrong = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ password: string | null; locked: boolean; failed: number }>(
      `SELECT password, coalesce(pin_locked_until > now(), false) AS locked, coalesce(pin_failed_count, 0) AS failed
         FROM "user" WHERE id = $1 FOR UPDATE`,
      [userId],
    );
    const user = rows[0];
    if (user?.locked) return lockedOut();
    if (user && user.password === null) return new AppError('VALIDATION', NONE);
    if (await verifySecret(user?.password, password)) return null;
    return countFailure(client, person, (user?.failed ?? 0) + 1, WRONG);
  });
  if (wrong) throw wrong;
}

/** The route of it; it stands before those of `/api/auth`, whose router answers everything below its path. */
export const confirmPasswordRoute: ApiRoute = jsonRoute({
  method: 'post',
  path: '/api/auth/pin/password',
  access: 'auth/pin:create',
  body: ConfirmPassword,
  handler: async ({ services, session, body }) => {
    await confirmPassword(services.pool, session, body);
    return { ok: true };
  },
});
