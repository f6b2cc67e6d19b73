import type pg from 'pg';

/**
 * Runs work that only reads on one connection, so that what it asks for together leaves in one packet. A transaction
 * around it would add its begin and its end: inside one each statement sees what is committed by then as well.
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
