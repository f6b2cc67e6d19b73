import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const BEGIN = `BEGIN;
  SET LOCAL lock_timeout = '2s';
  SET LOCAL statement_timeout = '5s';
  SET LOCAL idle_in_transaction_session_timeout = '5s'`;

/** Deadlock and serialisation failure: the same work succeeds when it is run again. */
const RETRY = new Set(['40P01', '40001']);
const ATTEMPTS = 4;

const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && RETRY.has(error.code ?? '');

async function attempt<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let usable = true;
  try {
    await client.query(BEGIN);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // When the connection itself is gone there is nothing to roll back, and the first error is the one to tell.
    await client.query('ROLLBACK').catch(() => {
      usable = false;
    });
    throw error;
  } finally {
    client.release(!usable);
  }
}

/** Runs work in one transaction with bounded waits; deadlocks and serialisation failures are tried again. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(pool, work);
    } catch (error) {
      if (!isRetryable(error) || tried >= ATTEMPTS) throw error;
    }
    await wait(10 * tried * tried);
  }
}
