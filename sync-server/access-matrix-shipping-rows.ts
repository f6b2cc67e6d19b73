import type { Family } from '#db/access/families.ts';
import { of, type RowCall } from './access-matrix-row-call.ts';

const ORDER = of('"order"', `AND status = 'ORDERED'`);
const others = {
  company: {
    by: 'COMPANY_MANAGER' as const,
    rows: `SELECT id FROM "order" WHERE entity = $1 AND company_id <> $2 AND status <> 'DRAFT' ORDER BY id LIMIT 1`,
  },
};
const OTHERS_PACKAGE = `SELECT s.id FROM shipment s JOIN "order" o ON o.id = s.order_id
  WHERE s.entity = $1 AND o.company_id <> $2 ORDER BY s.id LIMIT 1`;
const othersPackage = { company: { by: 'COMPANY_MANAGER' as const, rows: OTHERS_PACKAGE } };
const PACKAGE = of('shipment');

const acting = (word: string, body: object): RowCall => ({
  method: 'post',
  path: `/api/shipping/orders/:id/${word}`,
  body: () => body,
  rows: ORDER,
  ...others,
});

/** The calls of shipping that name rows; the demo lab's packages have no labels, and no parcel is simulated before one is bought. */
export const SHIPPING_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  shipping: [
    { method: 'get', path: '/api/shipping/orders/:id', rows: ORDER, ...others },
    { method: 'get', path: '/api/shipping/orders/:id/rates', rows: ORDER, ...others },
    { ...acting('labels', { direction: 'INBOUND', rateId: 'rate_sim_none' }) },
    { ...acting('tracking', { trackingNumber: '7712' }) },
    { method: 'get', path: '/api/shipping/labels/:id', rows: PACKAGE, own: 'never', ...othersPackage },
    {
      method: 'post',
      path: '/api/shipping/labels/:id/void',
      body: () => ({ trackingNumber: 'none' }),
      rows: PACKAGE,
      ...othersPackage,
    },
    {
      method: 'post',
      path: '/api/shipping/simulator/parcels/:id/move',
      body: () => ({ status: 'in_transit' }),
      rows: PACKAGE,
      own: 'never',
    },
  ],
};
