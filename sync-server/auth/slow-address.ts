import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { countAttempt, type Limit, tooManyAttempts } from './attempts.ts';
import type { SignInRequest } from './sign-in-request.ts';

// A whole lab behind one address mistypes less than this in a quarter of an hour.
const FREE_FAILURES = 50;
const MS_PER_FAILURE = 50;
const MAX_DELAY_MS = 5_000;
const MAX_WAITING = 20;

/**
 * Count of failed sign-ins per address over all accounts. It has no limit, because a lab shares its address.
 */
export const addressCount = ({ ip, entity }: SignInRequest): Limit => ({
  key: `sign-in|${entity}|address|${ip}`,
  limit: Number.POSITIVE_INFINITY,
  minutes: 15,
});

/** Return how long an attempt waits after so many failures from its address. */
export const getDelay = (failures: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, failures - FREE_FAILURES) * MS_PER_FAILURE);

const waiting = new Map<string, number>();

/**
 * Slow down attempts on many accounts from one address without locking out the people who work there: each
 * attempt waits, and only a few may run at once.
 */
export async function slowAddress(pool: Pool, now: Date, from: SignInRequest): Promise<void> {
  const limit = addressCount(from);
  const [failures = 0] = await countAttempt(pool, now, [limit]);
  const delay = getDelay(failures);
  if (delay === 0) return;
  const before = waiting.get(limit.key) ?? 0;
  if (before >= MAX_WAITING) throw tooManyAttempts(1);
  waiting.set(limit.key, before + 1);
  try {
    await wait(delay);
  } finally {
    const remaining = (waiting.get(limit.key) ?? 1) - 1;
    if (remaining > 0) waiting.set(limit.key, remaining);
    else waiting.delete(limit.key);
  }
}
