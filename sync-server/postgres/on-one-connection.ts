import type pg from 'pg';

/**
 * Run read-only work on one connection, so that concurrent queries leave in one packet. A transaction would
 * only add BEGIN and COMMIT, because each statement in it also sees what is committed by then.
 */
export async function onOneConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
