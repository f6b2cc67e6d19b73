import type { Pool, PoolClient } from 'pg';

const BEGIN_SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = '20s';
  SET LOCAL idle_in_transaction_session_timeout = '20s'`;

/** Run reads that must all see the same snapshot. */
export async function readSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let usable = true;
  try {
    await client.query(BEGIN_SNAPSHOT);
    return await work(client);
  } finally {
    await client.query('ROLLBACK').catch(() => {
      usable = false;
    });
    client.release(!usable);
  }
}
