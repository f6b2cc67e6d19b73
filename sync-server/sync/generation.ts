import type { Pool } from 'pg';

/**
 * Give every business entity a new generation. Run once after the database was restored from a backup:
 * revisions that devices have seen are gone, so they load everything again and resend what the restored log
 * does not know.
 */
export async function newGeneration(pool: Pool): Promise<void> {
  await pool.query('UPDATE sync_head SET generation = gen_random_uuid()');
}
