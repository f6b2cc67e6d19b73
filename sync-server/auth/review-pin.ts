import { generateKeyPairSync, sign } from 'node:crypto';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { BENCH_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Id } from '#db/values/id.ts';
import { checkPin, Pin } from './pin.ts';

/** `POST /api/auth/pin/review`: who looks at it, their PIN, and the hash of what they look at. */
export const ReviewPin = z.strictObject({
  userId: Id,
  pin: Pin,
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits.'),
});

const REVIEWERS: readonly string[] = [...BENCH_ROLES, 'ADMIN'];

/**
 * A second person, who has no key on this device, confirms with their PIN. The server signs the hash with a key made for
 * this one signature; only its public half is kept, so that nobody can sign with it again.
 */
export async function reviewWithPin(
  pool: Pool,
  session: { userId: string; entity: BusinessEntity },
  asked: z.infer<typeof ReviewPin>,
): Promise<string> {
  if (asked.userId === session.userId)
    throw refuse('SAME_PERSON', 'The reviewer must be a different person.');
  const { rows } = await pool.query<{ company_id: string }>(
    `SELECT company_id FROM person
     WHERE user_id = $1 AND entity = $2 AND role = ANY ($3) AND NOT deactivated AND NOT deleted LIMIT 1`,
    [asked.userId, session.entity, REVIEWERS],
  );
  const reviewer = rows[0];
  if (!reviewer) throw refuse('UNKNOWN_PERSON', 'Choose a reviewer who works at the bench.');
  const person = { userId: asked.userId, entity: session.entity, companyId: reviewer.company_id };
  await checkPin(pool, person, asked.pin);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const proof = sign('sha256', Buffer.from(asked.hash), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = ulid();
  await pool.query(
    `INSERT INTO signing_key (id, created_at, created_by_id, updated_at, user_id, device_id, public_key)
     VALUES ($1, now(), $2, now(), $2, $1, $3)`,
    [id, asked.userId, JSON.stringify({ kty: 'EC', crv: 'P-256', x, y })],
  );
  return proof.toString('base64');
}
