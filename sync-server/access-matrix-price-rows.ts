import type { Family } from '#db/access/families.ts';
import { of, type RowCall, reading } from './access-matrix-row-call.ts';

const PROPOSED = of('price_adjustment', `AND status = 'PROPOSED'`);
const PROJECT_PRICE = of('project_based_pricing');
const SOLD = `SELECT protocol_id AS id FROM service WHERE entity = $1 AND status = 'LIVE' ORDER BY id LIMIT 1`;

/** The calls of the catalog and of prices that name rows. */
export const PRICE_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'lab/services': [
    reading('lab/services', 'service'),
    {
      method: 'post',
      path: '/api/lab/services/quote',
      body: (protocolId) => ({ protocolId, count: 1 }),
      rows: SOLD,
    },
    {
      method: 'patch',
      path: '/api/lab/services/:id',
      body: () => ({ summary: 'Taken over', seenVersion: -1 }),
      rows: of('service'),
    },
    {
      method: 'patch',
      path: '/api/lab/services/:id/status',
      body: () => ({ status: 'NOT_A_SERVICE' }),
      rows: of('service'),
    },
    { method: 'get', path: '/api/lab/services/:id/image', rows: of('service'), own: 'never' },
    { method: 'put', path: '/api/lab/services/:id/image', body: () => ({}), rows: of('service') },
    { method: 'delete', path: '/api/lab/services/:id/image', rows: of('service') },
  ],
  'lab/price': [
    { method: 'get', path: '/api/lab/price/history/:protocolId', rows: of('protocol') },
    {
      method: 'patch',
      path: '/api/lab/price/:id/end',
      body: () => ({ lastDay: '2020-01-01' }),
      rows: of('price'),
    },
    {
      method: 'post',
      path: '/api/lab/price',
      body: (protocolId) => ({ protocolId, minQuantity: 7, amount: 100, effectiveFrom: '2020-01-01' }),
      rows: of('protocol'),
    },
  ],
  'lab/project-base-pricing': [
    {
      method: 'patch',
      path: '/api/lab/project-base-pricing/:id/end',
      body: () => ({ reason: 'Tried from elsewhere' }),
      rows: PROJECT_PRICE,
    },
  ],
  'lab/price-adjustments': [
    {
      method: 'patch',
      path: '/api/lab/price-adjustments/project-prices/:id',
      body: () => ({ decision: 'APPROVED' }),
      rows: PROJECT_PRICE,
    },
    {
      method: 'patch',
      path: '/api/lab/price-adjustments/:id',
      body: () => ({ decision: 'REJECTED', reason: 'Tried from elsewhere' }),
      rows: PROPOSED,
    },
    {
      method: 'post',
      path: '/api/lab/price-adjustments/:id/withdraw',
      body: () => ({}),
      rows: PROPOSED,
    },
  ],
};
