import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';

/** A rate limit: how many attempts in which time; `key` names the limited action and its subject. */
export interface Limit {
  key: string;
  limit: number;
  minutes: number;
}

const COUNT = `
  INSERT INTO attempt AS seen (key, started_at, count) VALUES ($1, $2, 1)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN seen.started_at <= $3 THEN 1 ELSE least(seen.count, 1000000) + 1 END,
    started_at = CASE WHEN seen.started_at <= $3 THEN $2 ELSE seen.started_at END
  RETURNING count`;

// Keys contain addresses of people, and the table only needs to distinguish them.
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

/** Return the error after too many attempts. */
export const tooManyAttempts = (minutes: number): AppError =>
  new AppError('RATE_LIMITED', `Too many attempts. Wait ${minutes} minutes and try again.`, [], {
    retryAfterSeconds: minutes * 60,
  });

/**
 * Count one attempt against each limit before it is made; throws 429 if one is exceeded. All processes count
 * together. Returns the counts in the order of the limits.
 */
export async function countAttempt(pool: Pool, now: Date, limits: readonly Limit[]): Promise<number[]> {
  const counts: number[] = [];
  for (const { key, limit, minutes } of limits) {
    const values = [hashKey(key), now, minutesBefore(now, minutes)];
    const { rows } = await pool.query<{ count: number }>(COUNT, values);
    const count = rows[0]?.count ?? 0;
    if (count > limit) throw tooManyAttempts(minutes);
    counts.push(count);
  }
  return counts;
}

/** Take an attempt back after success, because only failures count. */
export async function refundAttempt(pool: Pool, limits: readonly Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => hashKey(key));
  await pool.query('UPDATE attempt SET count = greatest(count - 1, 0) WHERE key = ANY ($1)', [keys]);
}

/** Delete counts that are older than the time of any limit. */
export const forgetAttempts = (pool: Pool, now: Date) =>
  pool.query('DELETE FROM attempt WHERE started_at < $1', [minutesBefore(now, 24 * 60)]);
