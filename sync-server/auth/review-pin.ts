import { generateKeyPairSync, sign } from 'node:crypto';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { hasCapability, rolesWith } from '#db/access/capabilities.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Id } from '#db/values/id.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { countAttempt, type Limit, refundAttempt } from './attempts.ts';
import { verifySecret } from './password.ts';
import { lockedOut, writePinEvent } from './pin.ts';
import { Pin } from './secret-policy.ts';
import { warnOfGuessedPin } from './security-notice.ts';

/**
 * Body of `POST /api/auth/pin/review`: the reviewer, their PIN, the hash of the reviewed record, and the
 * caller's device.
 */
export const ReviewPin = z.strictObject({
  userId: Id,
  pin: Pin,
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits.'),
  deviceId: Id,
});
type ReviewPin = z.infer<typeof ReviewPin>;

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
