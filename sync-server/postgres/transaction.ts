import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/**
 * How long a writer waits for the one before: long enough for a plate, shorter than a device's request
 * timeout.
 */
const LOCK_MS = 6_000;

const beginSql = (lockMs: number): string => `BEGIN;
  SET LOCAL lock_timeout = ${lockMs};
  SET LOCAL statement_timeout = '10s';
  SET LOCAL idle_in_transaction_session_timeout = '10s'`;

/** Deadlock and serialization failure: the same work succeeds on a retry. */
const RETRY = new Set(['40P01', '40001']);
const ATTEMPTS = 4;

// A writer behind 50 operations of another device waits a second time before "busy" is reported.
const LOCK_NOT_AVAILABLE = '55P03';

const isRetryable = (error: unknown, tried: number): boolean =>
  error instanceof pg.DatabaseError &&
  (RETRY.has(error.code ?? '') ? tried < ATTEMPTS : error.code === LOCK_NOT_AVAILABLE && tried === 1);

/** Wait for all results and throw the first error; later statements failed only because of it. */
export async function allOrFirstError(answers: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(answers);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Mark a promise as handled if another promise sent with it reports the error. */
export function markHandled(answer: Promise<unknown>): void {
  answer.catch(() => undefined);
}

async function attempt<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  lockMs: number,
): Promise<T> {
  const client = await pool.connect();
  let usable = true;
  try {
    // The work's first statements follow at once; if BEGIN fails, every statement behind it fails too.
    const beginning = client.query(beginSql(lockMs));
    const working = work(client);
    await allOrFirstError([beginning, working]);
    const result = await working;
    const { command } = await client.query('COMMIT');
    // Postgres answers the commit of a failed transaction with a silent rollback.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was undone.');
    return result;
  } catch (error) {
    // With a lost connection there is nothing to roll back, and the first error is the one to report.
    await client.query('ROLLBACK').catch(() => {
      usable = false;
    });
    throw error;
  } finally {
    client.release(!usable);
  }
}

/** Run work in one transaction with bounded waits; retries deadlocks and serialization failures. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  lockMs = LOCK_MS,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(pool, work, lockMs);
    } catch (error) {
      if (!isRetryable(error, tried)) throw error;
    }
    await wait(10 * tried * tried);
  }
}
