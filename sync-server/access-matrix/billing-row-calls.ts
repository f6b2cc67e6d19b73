import type { Family } from '#db/access/families.ts';
import type { Role } from '#db/access/roles.ts';
import { of, type RowCall, reading } from './row-call.ts';

const INVOICE = of('invoice');
const otherCompanyRow = (table: string) =>
  `SELECT id FROM ${table} WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1`;

const OTHER_COMPANY =
  'SELECT id FROM company WHERE entity = $1 AND id <> $2 AND parent_company_id IS NULL LIMIT 1';
const member = (rows: string) => ({ company: { by: 'COMPANY_MANAGER' as const, rows } });

const ISSUED = of('invoice', `AND issued_at IS NOT NULL AND status NOT IN ('VOID', 'PROCESSING')`);
const SENT_BACK = { reason: 'Tried from elsewhere' };
const RECEIVED = { kind: 'CHECK', amount: 1, reference: 'Tried', receivedAt: '2026-01-05T10:00:00.000Z' };

/** Declare an operation of billing; the state of the demo data may refuse it, but it is never a 404. */
const billing = (suffix: string, body: object, more: Partial<RowCall> = {}): RowCall => ({
  method: 'post',
  path: `/api/billing/invoice/:id${suffix}`,
  body: () => body,
  rows: ISSUED,
  ...more,
});
const readings = (family: 'invoices' | 'billing/invoice', by: Role): readonly RowCall[] =>
  (['', '/pdf', '/credit-notes/:noteId/pdf', '/payments/:paymentId/receipt'] as const).map((suffix) => ({
    method: 'get',
    path: `/api/${family}/:id${suffix}`,
    rows: INVOICE,
    // A PDF is not JSON; its own test covers the success case.
    ...(suffix === '' ? {} : { own: 'never' as const }),
    company: {
      by,
      ...(by === 'COMPANY_MANAGER' ? {} : { entity: 'RESONANT' as const }),
      rows: otherCompanyRow('invoice'),
    },
  }));
const statements = (family: 'invoices' | 'billing'): readonly RowCall[] =>
  (['', '/pdf', '/export'] as const).map((suffix) => ({
    method: 'get',
    path: `/api/${family}/statement${suffix}`,
    query: (companyId) => ({ from: '2026-01-01', to: '2026-12-31', companyId }),
    rows: of('company'),
    ...(suffix !== '' ? { own: 'never' as const } : {}),
    ...(family === 'invoices' ? member(OTHER_COMPANY) : {}),
  }));

/** The calls of the billing families that name rows. */
export const BILLING_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  invoices: [...readings('invoices', 'COMPANY_MANAGER'), ...statements('invoices')],
  billing: statements('billing'),
  'billing/invoice': [
    ...readings('billing/invoice', 'CLINICAL_BILLING_MANAGER'),
    billing(
      '',
      { allow: false, ...SENT_BACK },
      { path: '/api/billing/invoice/invoicing-requests/:id', rows: of('company') },
    ),
    billing('/issue', {}),
    billing('/credit', { amount: 1, reason: 'Tried from elsewhere' }),
    billing('/payments', RECEIVED),
    // These name a payment as well.
    billing('/refunds', { paymentId: 'x', amount: 1, ...SENT_BACK }, { own: 'never' }),
    billing('/payments/:paymentId/bounced', SENT_BACK, { own: 'never' }),
    billing('/send', {}),
    billing('', { seenVersion: -1, changes: { statementOfWork: 'Tried' } }, { method: 'patch' }),
    billing('/void', SENT_BACK),
    billing('/correct', SENT_BACK),
    {
      method: 'post',
      path: '/api/billing/invoice/bill-now',
      body: (orderId) => ({ orderId, specimenIds: ['x'] }),
      rows: of('"order"', `AND status = 'PROCESSING'`),
    },
  ],
  'lab/orders/update/status/payment': [
    {
      method: 'patch',
      path: '/api/lab/orders/update/status/payment/:id',
      body: () => ({ paymentStatus: 'AWAITING_BILLING' }),
      rows: of('"order"', `AND status = 'PROCESSING'`),
    },
  ],
  'create-payment-intent': [
    {
      method: 'post',
      path: '/api/create-payment-intent',
      body: (invoiceId) => ({ invoiceId }),
      rows: INVOICE,
      ...member(otherCompanyRow('invoice')),
    },
    // No card is saved before a payment with consent; their own test covers the success case.
    ...(['pay', 'default', 'remove'] as const).map(
      (action): RowCall => ({
        method: 'post',
        path: `/api/payments/saved-cards/:id/${action}`,
        body: () => (action === 'pay' ? { paymentIntentId: 'pi_tried' } : {}),
        rows: INVOICE,
        own: 'never',
      }),
    ),
    // There is no simulated payment before one is made.
    {
      method: 'post',
      path: '/api/payments/simulator/payments/:id/dispute',
      body: () => ({ dispute: 'open' }),
      rows: INVOICE,
      own: 'never',
    },
  ],
  'create-online-payment-intent': [
    {
      method: 'post',
      path: '/api/create-online-payment-intent',
      body: (orderId) => ({ orderId }),
      rows: of('"order"', `AND status = 'DRAFT'`),
      ...member(otherCompanyRow('"order"')),
    },
  ],
};

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
