import { createPool } from '#sync-server/postgres/pool.ts';

/** Find a service of the demo lab that customers order in tubes; returns its protocol. */
export async function serviceOnSale(databaseUrl: string): Promise<string> {
  const pool = createPool(databaseUrl, { max: 1 });
  const { rows } = await pool.query<{ id: string }>(
    `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
      ORDER BY min_specimens, sort_order, name LIMIT 1`,
  );
  await pool.end();
  if (!rows[0]) throw new Error('The demo lab sells nothing in tubes.');
  return rows[0].id;
}
