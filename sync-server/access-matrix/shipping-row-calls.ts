import type { Family } from '#db/access/families.ts';
import { of, type RowCall } from './row-call.ts';

const ORDER = of('"order"', `AND status = 'ORDERED'`);
const otherCompanyOrders = {
  company: {
    by: 'COMPANY_MANAGER' as const,
    rows: `SELECT id FROM "order" WHERE entity = $1 AND company_id <> $2 AND status <> 'DRAFT' ORDER BY id LIMIT 1`,
  },
};
const OTHER_COMPANY_SHIPMENT = `SELECT s.id FROM shipment s JOIN "order" o ON o.id = s.order_id
  WHERE s.entity = $1 AND o.company_id <> $2 ORDER BY s.id LIMIT 1`;
const otherCompanyShipment = { company: { by: 'COMPANY_MANAGER' as const, rows: OTHER_COMPANY_SHIPMENT } };
const SHIPMENT = of('shipment');

const acting = (step: string, body: object): RowCall => ({
  method: 'post',
  path: `/api/shipping/orders/:id/${step}`,
  body: () => body,
  rows: ORDER,
  ...otherCompanyOrders,
});

/**
 * The calls of shipping that name rows; the demo lab's shipments have no labels, and none is simulated before
 * a purchase.
 */
export const SHIPPING_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  shipping: [
    { method: 'get', path: '/api/shipping/orders/:id', rows: ORDER, ...otherCompanyOrders },
    { method: 'get', path: '/api/shipping/orders/:id/rates', rows: ORDER, ...otherCompanyOrders },
    // Only a draft has a choice, and its carrier may have no such service.
    { ...acting('choice', { carrier: 'Nobody', service: 'None' }), own: 'never' },
    { ...acting('labels', { direction: 'INBOUND', rateId: 'rate_sim_none' }) },
    { ...acting('tracking', { trackingNumber: '7712' }) },
    {
      method: 'get',
      path: '/api/shipping/labels/:id',
      rows: SHIPMENT,
      own: 'never',
      ...otherCompanyShipment,
    },
    {
      method: 'post',
      path: '/api/shipping/labels/:id/void',
      body: () => ({ trackingNumber: 'none' }),
      rows: SHIPMENT,
      ...otherCompanyShipment,
    },
    {
      method: 'post',
      path: '/api/shipping/simulator/parcels/:id/move',
      body: () => ({ status: 'in_transit' }),
      rows: SHIPMENT,
      own: 'never',
    },
  ],
};
