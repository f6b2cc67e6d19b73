import { generateKeyPairSync, sign } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { ulid } from 'ulid';
import type { z } from 'zod';
import { hasCapability, rolesWith } from '#db/access/capabilities.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ReviewPin, SetPin } from '#db/identity/pin-forms.ts';
import { PASSWORD_VALID_MS } from '#db/protocols/signing/password-proof.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { changeAccount } from '#sync-server/auth/accounts/change-account.ts';
import { mailSecurityNotice, warnOfGuessedPin } from '#sync-server/auth/accounts/security-notice.ts';
import { countAttempt, type Limit, refundAttempt } from '#sync-server/auth/attempts.ts';
import { hashSecret, requireStrongPin, verifySecret } from '#sync-server/auth/password.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { endSigningKeys } from './signing-keys.ts';

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
const writePinEvent = (client: PoolClient, person: Person, type: 'PIN_SET' | 'PIN_LOCKED') =>
  client.query(
    `INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, user_id, company_id,
                        occurred_at, synced_at, data, customer_visible)
     VALUES ($1, now(), $2, now(), $3, $4, 'User', $2, $2, $5, now(), now(), '{}', false)`,
    [ulid(), person.userId, person.entity, type, person.companyId],
  );

type Services = Pick<AppServices, 'pool' | 'now'>;

const CALLER_ATTEMPTS = 5;

/** Return the limits of wrong PINs: per caller about colleagues, and per reviewer over all callers. */
const limitsOf = (callerId: string, targetId: string): readonly Limit[] => [
  { key: `review-pin|caller|${callerId}`, limit: CALLER_ATTEMPTS, minutes: 15 },
  { key: `review-pin|target|${targetId}`, limit: 20, minutes: 15 },
];

/** Throw for callers who do not work at the bench, and for devices that are not the caller's own. */
async function requireOwnDevice(pool: Pool, session: Session, deviceId: string): Promise<void> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM device d
      WHERE d.id = $1 AND d.user_company_id = $2 AND d.kind <> 'SERVER' AND device_revoked_at(d) IS NULL`,
    [deviceId, session.userCompanyId],
  );
  if (!hasCapability(session.role, 'confirmAsSecondPerson') || rowCount === 0)
    throw new AppError('FORBIDDEN', MESSAGES.forbidden);
}

interface Reviewer {
  name: string;
  pin: string | null;
  locked: boolean;
}

async function findReviewer(pool: Pool, session: Session, userId: string): Promise<Reviewer> {
  const { rows } = await pool.query<Reviewer>(
    `SELECT p.name, u.pin, coalesce(u.pin_locked_until > now(), false) AS locked
       FROM person p JOIN "user" u ON u.id = p.user_id
      WHERE p.user_id = $1 AND p.entity = $2 AND p.role = ANY ($3) AND NOT p.deactivated AND NOT p.deleted LIMIT 1`,
    [userId, session.entity, rolesWith('confirmAsSecondPerson')],
  );
  if (!rows[0]) throw refuse('UNKNOWN_PERSON', 'Choose a reviewer who works at the bench.');
  return rows[0];
}

/** Record that the caller may not confirm for a while, and warn the person whose PIN was tried. */
async function recordGuessing(
  { pool, now }: Services,
  session: Session,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await writePinEvent(client, session, 'PIN_LOCKED');
    const target = { userId, name, entity: session.entity };
    await warnOfGuessedPin(client, target, { callerName: session.name, now: now() });
  });
}

/**
 * Sign for a second person, who has no key on this device, with their PIN. The server signs the hash with a
 * key made for this one signature and stores only its public half, so nobody can sign with it again. Wrong
 * PINs lock the caller out of confirming, never the person whose PIN was tried.
 */
export async function reviewWithPin(services: Services, session: Session, call: ReviewPin): Promise<string> {
  const { pool, now } = services;
  const { userId, pin, hash, deviceId } = call;
  await requireOwnDevice(pool, session, deviceId);
  if (userId === session.userId) throw refuse('SAME_PERSON', 'The reviewer must be a different person.');
  const reviewer = await findReviewer(pool, session, userId);
  const limits = limitsOf(session.userId, userId);
  const [attempts = 0] = await countAttempt(pool, now(), limits);
  if (reviewer.pin === null) throw refuse('PIN_NOT_SET', `${reviewer.name} has no signing PIN yet.`);
  if (reviewer.locked) throw lockedOut();
  if (!(await verifySecret(reviewer.pin, pin))) {
    if (attempts === CALLER_ATTEMPTS)
      await recordGuessing(services, session, { userId, name: reviewer.name });
    throw new AppError('VALIDATION', `That is not the PIN of ${reviewer.name}. Try again.`);
  }
  await refundAttempt(pool, limits);
  return signOnce(pool, userId, hash);
}

/**
 * Sign a record on an online page with the person's own PIN, which five wrong attempts lock. A sign-in older than
 * twelve hours needs the password again (domain 5.6). Returns the proof.
 */
export async function signWithPin(
  { pool, now }: Services,
  session: Session,
  { pin, hash }: { pin: string; hash: string },
): Promise<string> {
  const age = now().getTime() - (session.signedInAt ?? now().getTime());
  if (age > PASSWORD_VALID_MS)
    throw refuse('PASSWORD_NEEDED', 'You signed in more than 12 hours ago. Sign in again, then sign.');
  await checkPin(pool, session, pin);
  return signOnce(pool, session.userId, hash);
}

async function signOnce(pool: Pool, userId: string, hash: string): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const proof = sign('sha256', Buffer.from(hash), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  await pool.query(
    `INSERT INTO signing_key (id, created_at, created_by_id, updated_at, user_id, device_id, public_key)
     VALUES ($1, now(), $2, now(), $2, $1, $3)`,
    [ulid(), userId, JSON.stringify({ kty: 'EC', crv: 'P-256', x, y })],
  );
  return proof.toString('base64');
}
