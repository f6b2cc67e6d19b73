import { createHash, randomInt } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

const COUNT = 10;
const LENGTH = 16;
// Crockford's alphabet: no letter looks like a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const formatCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

// 80 random bits need no slow hash.
const hashOf = (userId: string, code: string): string =>
  createHash('sha256').update(`${userId}|${code}`).digest('base64url');

/**
 * Create new recovery codes in the caller's transaction; earlier ones become invalid. They are shown only
 * this once.
 */
export async function renewRecoveryCodes(client: ClientBase, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await client.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await client.query(
    'INSERT INTO recovery_code (user_id, code_hash, created_at) SELECT $1, hash, $3 FROM unnest($2::text[]) AS hash',
    [userId, codes.map((code) => hashOf(userId, code)), now],
  );
  return codes.map(formatCode);
}

/** Use a recovery code up; false if it is unknown or used. */
export async function takeRecoveryCode(
  client: Pick<Pool, 'query'>,
  { userId, code }: { userId: string; code: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hashOf(userId, code), now],
  );
  return rowCount === 1;
}

/** Count a person's unused recovery codes. */
export async function countRecoveryCodes(client: Pick<Pool, 'query'>, userId: string): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM recovery_code WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  );
  return rows[0]?.left ?? 0;
}
