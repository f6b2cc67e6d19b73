import type { Family } from '#db/access/families.ts';
import { type RowCall, reading } from './access-matrix-row-call.ts';

const SOLD = `SELECT protocol_id AS id FROM service WHERE entity = $1 AND status = 'LIVE' ORDER BY id LIMIT 1`;

/** The calls of the catalogue and of prices that name rows. */
export const PRICE_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'lab/services': [
    reading('lab/services', 'service'),
    {
      method: 'post',
      path: '/api/lab/services/quote',
      body: (protocolId) => ({ protocolId, count: 1 }),
      rows: SOLD,
    },
  ],
};
