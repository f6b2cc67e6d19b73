import type { Family } from '#db/access/families.ts';
import { of, type RowCall } from './row-call.ts';

const DRAFT = of('"order"', `AND status = 'DRAFT'`);
const ORDER = of('"order"', `AND status NOT IN ('DRAFT', 'CANCELED', 'COMPLETED')`);
const APPROVAL = of('order_approval', `AND status = 'OPEN'`);
const otherCompanyOrder = (status: string) =>
  `SELECT id FROM "order" WHERE entity = $1 AND company_id <> $2 AND ${status} ORDER BY id LIMIT 1`;
const OTHER_COMPANY_DRAFT = otherCompanyOrder(`status = 'DRAFT'`);
const OTHER_COMPANY_ORDER = otherCompanyOrder(`status <> 'DRAFT'`);
const OTHER_COMPANY_APPROVAL = `SELECT a.id FROM order_approval a JOIN "order" o ON o.id = a.order_id
  WHERE a.entity = $1 AND o.company_id <> $2 AND a.status = 'OPEN' ORDER BY a.id LIMIT 1`;

const member = (rows: string) => ({ company: { by: 'COMPANY_MANAGER' as const, rows } });
const SAVED = { seenVersion: -1, changes: { packageCount: 2 } };
const DATA_USE = {
  agreementTypes: ['NO_RIGHTS'],
  otherText: '',
  retentionPeriod: 'YEARS_1',
  agreementVersion: '2026-01',
};
const ATTESTATION = {
  indications: {},
  statements: ['consent', 'necessity'],
  statementVersion: '2026-11',
  signedName: 'Nobody',
};
const REASON = { reason: 'Tried from elsewhere' };

/** Declare the wizard below a path; customers have their own. */
const draftCalls = (base: '/api/create-order' | '/api/lab/orders/drafts'): readonly RowCall[] => {
  const customers = base === '/api/create-order' ? member(OTHER_COMPANY_DRAFT) : {};
  const saving = (suffix: string, body: object): RowCall => ({
    method: 'post',
    path: `${base}/:id${suffix}`,
    body: () => body,
    rows: DRAFT,
    ...customers,
  });
  return [
    { method: 'get', path: `${base}/:id`, rows: DRAFT, ...customers },
    saving('', SAVED),
    saving('/data-use', DATA_USE),
    ...(base === '/api/create-order'
      ? [{ ...saving('/attestation', ATTESTATION), own: 'never' as const }]
      : []),
    { ...saving('/requisitions/remove', { specimenIds: ['x'] }), own: 'never' },
    saving('/purchase-order', { fileId: null }),
    saving('/source-specimens', { seenVersion: -1, specimenIds: ['x'] }),
    saving('/submit', { seenVersion: -1 }),
    // The call would end the test's own draft.
    { ...saving('/discard', {}), own: 'never' },
  ];
};

/** Declare the continuation of an order; its operation needs the right to create orders. */
const continuing = (family: 'orders' | 'lab/orders'): readonly RowCall[] => {
  const customers = family === 'orders' ? member(OTHER_COMPANY_ORDER) : {};
  return [
    {
      method: 'get',
      path: `/api/${family}/:id/source-specimens`,
      query: () => ({ continuation: 'SUPPLEMENTAL' }),
      rows: ORDER,
      ...customers,
    },
    {
      method: 'post',
      path: `/api/${family}/:id/continue`,
      body: () => ({ continuation: 'SUPPLEMENTAL', specimenIds: ['x'] }),
      rows: ORDER,
      ...customers,
    },
    { method: 'post', path: `/api/${family}/:id/copy`, body: () => ({}), rows: ORDER, ...customers },
  ];
};

/** Declare operations of customers, and of staff on their behalf. */
const operationCalls = (family: 'orders' | 'lab/orders'): readonly RowCall[] => {
  const customers = family === 'orders' ? member(OTHER_COMPANY_ORDER) : {};
  const acting = (suffix: string, body: object): RowCall => ({
    method: 'post',
    path: `/api/${family}/:id/${suffix}`,
    body: () => body,
    rows: ORDER,
    ...customers,
  });
  return [
    { method: 'get', path: `/api/${family}/:id`, rows: ORDER, ...customers },
    // A PDF is not JSON; its own test covers the success case.
    { method: 'get', path: `/api/${family}/:id/packing-slip`, own: 'never', rows: ORDER, ...customers },
    ...continuing(family),
    { method: 'get', path: `/api/${family}/:id/confirm-registration`, rows: ORDER, ...customers },
    acting('confirm-registration', {}),
    acting('mark-shipped', {}),
    acting('cancel', REASON),
    acting('cancel-specimens', { specimenIds: ['x'], ...REASON }),
    {
      method: 'post',
      path: `/api/${family}/approvals/:id`,
      body: () => ({ decision: 'RETURNED', ...REASON }),
      rows: APPROVAL,
      ...(family === 'orders' ? member(OTHER_COMPANY_APPROVAL) : {}),
    },
  ];
};

const staffOperation = (path: `/api/lab/orders/${string}`, body: object): RowCall => ({
  method: 'patch',
  path,
  body: () => body,
  rows: ORDER,
});

const LIST = {
  rows: [{ row: 1, cells: { customerSampleId: 'S-1' } }],
};

/** The calls of the ordering families that name rows. */
export const ORDER_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'create-order': draftCalls('/api/create-order'),
  'create-order/manifest': [
    {
      method: 'post',
      path: '/api/create-order/manifest/rows',
      query: (orderId) => ({ orderId }),
      body: () => LIST,
      rows: DRAFT,
      ...member(OTHER_COMPANY_DRAFT),
    },
    {
      method: 'post',
      path: '/api/create-order/manifest/mapping',
      body: (orderId) => ({ orderId, mapping: { columns: {}, words: {}, same: {} } }),
      rows: DRAFT,
      ...member(OTHER_COMPANY_DRAFT),
    },
    // Sales register specimens for their own drafts only (D32).
    {
      method: 'post',
      path: '/api/create-order/manifest/rows',
      query: (orderId) => ({ orderId }),
      body: () => LIST,
      by: 'SALES_REP',
      rows: DRAFT,
      own: 'never',
    },
  ],
  manifest: [
    { method: 'get', path: '/api/manifest/orders/:orderId', rows: DRAFT, ...member(OTHER_COMPANY_DRAFT) },
  ],
  'manifest/specimen': [
    {
      method: 'post',
      path: '/api/manifest/specimen',
      body: (orderId) => ({ orderId, row: LIST.rows[0] }),
      rows: DRAFT,
      ...member(OTHER_COMPANY_DRAFT),
    },
    {
      method: 'post',
      path: '/api/manifest/specimen',
      body: (orderId) => ({ orderId, row: LIST.rows[0] }),
      by: 'CS_REP',
      rows: DRAFT,
      own: 'never',
    },
  ],
  orders: operationCalls('orders'),
  'lab/orders': [
    ...draftCalls('/api/lab/orders/drafts'),
    ...operationCalls('lab/orders'),
    staffOperation('/api/lab/orders/:id/kits', { kitCount: 3 }),
    staffOperation('/api/lab/orders/:id/hold', REASON),
    staffOperation('/api/lab/orders/:id/release', REASON),
    staffOperation('/api/lab/orders/:id/override', { status: 'PROCESSING', ...REASON }),
  ],
  'lab/orders/files': [
    { method: 'get', path: '/api/lab/orders/files', query: (orderId) => ({ orderId }), rows: ORDER },
    {
      method: 'post',
      path: '/api/lab/orders/files/:orderId',
      body: () => ({ title: 'a.pdf', size: 10, type: 'application/pdf', subType: 'ATTACHMENT' }),
      rows: ORDER,
    },
  ],
  's3/downloads': [
    {
      method: 'get',
      path: '/api/s3/downloads',
      query: (targetId) => ({ targetType: 'Order', targetId }),
      rows: ORDER,
      ...member(OTHER_COMPANY_ORDER),
    },
  ],
  'lab/orders/close': [staffOperation('/api/lab/orders/close/:id', {})],
};
