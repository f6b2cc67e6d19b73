import type { Pool, PoolClient } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { changeAccount } from './change-account.ts';
import { hashSecret, verifySecret } from './password.ts';
import { Pin, requireStrongPin } from './secret-policy.ts';
import { mailSecurityNotice } from './security-notice.ts';
import { endSigningKeys } from './signing-keys.ts';

export const CheckPin = z.strictObject({ pin: Pin });
export const SetPin = z.strictObject({ pin: Pin, password: z.string().min(1).max(200) });
const ATTEMPTS = 5;
const LOCK_MINUTES = 15;

interface Person {
  userId: string;
  entity: BusinessEntity;
  companyId: string;
}

/** Return the error while signing is locked on the server. */
export const lockedOut = (): AppError =>
  refuse('PIN_LOCKED', `Too many attempts. Wait ${LOCK_MINUTES} minutes and try again.`);

/** Throw unless this is the person's PIN; five wrong ones lock it for 15 minutes and are recorded. */
export async function checkPin(pool: Pool, person: Person, pin: string): Promise<void> {
  const wrong = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pin: string | null; locked: boolean; failed: number }>(
      `SELECT pin, coalesce(pin_locked_until > now(), false) AS locked, coalesce(pin_failed_count, 0) AS failed
         FROM "user" WHERE id = $1 FOR UPDATE`,
      [person.userId],
    );
    const user = rows[0];
    if (!user?.pin) return refuse('PIN_NOT_SET', 'Set a signing PIN in your account first.');
    if (user.locked) return lockedOut();
    if (await verifySecret(user.pin, pin)) {
      await client.query(
        `UPDATE "user" SET pin_failed_count = 0, pin_locked_until = NULL
          WHERE id = $1 AND (pin_failed_count <> 0 OR pin_locked_until IS NOT NULL)`,
        [person.userId],
      );
      return null;
    }
    return countFailure(client, person, user.failed + 1);
  });
  if (wrong) throw wrong;
}

/** Count a wrong secret and return the message; the fifth locks signing. */
export async function countFailure(
  client: PoolClient,
  person: Person,
  failed: number,
  wrong = 'That is not your PIN. Try again.',
): Promise<AppError> {
  const locks = failed >= ATTEMPTS;
  await client.query(
    `UPDATE "user" SET pin_failed_count = $2,
            pin_locked_until = CASE WHEN $3 THEN now() + make_interval(mins => $4) ELSE NULL END WHERE id = $1`,
    [person.userId, locks ? 0 : failed, locks, LOCK_MINUTES],
  );
  if (!locks) return new AppError('VALIDATION', wrong);
  await writePinEvent(client, person, 'PIN_LOCKED');
  return lockedOut();
}

/** Set the person's PIN after checking the password again. */
export async function setPin(
  { pool, now }: { pool: Pool; now(): Date },
  person: Person,
  input: z.infer<typeof SetPin>,
): Promise<void> {
  requireStrongPin(input.pin);
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ password: string | null }>(
      'SELECT password FROM "user" WHERE id = $1',
      [person.userId],
    );
    if (!(await verifySecret(rows[0]?.password, input.password))) {
      throw new AppError('VALIDATION', 'That is not your password. Try again.');
    }
    await changeAccount(client, person, { pin: await hashSecret(input.pin) }, { now: now() });
    await endSigningKeys(client, { userId: person.userId }, 'PIN_CHANGED', now());
    await writePinEvent(client, person, 'PIN_SET');
    await mailSecurityNotice(client, person, { change: 'PIN', now: now() });
  });
}

/** Record in a person's history that the PIN was set or that signing is locked. */
export const writePinEvent = (client: PoolClient, person: Person, type: 'PIN_SET' | 'PIN_LOCKED') =>
  client.query(
    `INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, user_id, company_id,
                        occurred_at, synced_at, data, customer_visible)
     VALUES ($1, now(), $2, now(), $3, $4, 'User', $2, $2, $5, now(), now(), '{}', false)`,
    [ulid(), person.userId, person.entity, type, person.companyId],
  );
