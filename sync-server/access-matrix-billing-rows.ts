import type { Family } from '#db/access/families.ts';
import { of, type RowCall } from './access-matrix-row-call.ts';

const INVOICE = of('invoice');
const others = (table: string) =>
  `SELECT id FROM ${table} WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1`;

const member = (rows: string) => ({ company: { by: 'COMPANY_MANAGER' as const, rows } });

/** The calls of the families of money that name rows. */
export const BILLING_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'create-payment-intent': [
    {
      method: 'post',
      path: '/api/create-payment-intent',
      body: (invoiceId) => ({ invoiceId }),
      rows: INVOICE,
      ...member(others('invoice')),
    },
  ],
  'create-online-payment-intent': [
    {
      method: 'post',
      path: '/api/create-online-payment-intent',
      body: (orderId) => ({ orderId }),
      rows: of('"order"', `AND status = 'DRAFT'`),
      ...member(others('"order"')),
    },
  ],
};
