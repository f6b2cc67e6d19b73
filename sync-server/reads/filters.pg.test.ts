import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const LISTS: readonly (readonly [path: string, filter: string, known: string])[] = [
  ['orders', 'status', 'ORDERED'],
  ['lab/orders', 'results', 'TO_APPROVE'],
  ['lab/orders', 'kits', 'TO_SEND'],
  ['lab/orders/approvals', 'status', 'OPEN'],
  ['specimens', 'results', 'RELEASED'],
  ['specimens', 'status', 'RESET'],
  ['billing/invoice', 'stand', 'overdue'],
  ['billing/invoice', 'status', 'BILLED'],
  ['projects', 'status', 'ACTIVE'],
  ['companies', 'type', 'CLINIC'],
  ['emails', 'status', 'SENT'],
  ['clinician-licenses', 'status', 'VERIFIED'],
  ['lab/services', 'clinical', 'true'],
  ['lab/price-adjustments', 'type', 'FEE'],
  ['lab/project-base-pricing', 'state', 'WAITING'],
  ['lab/inventory-item', 'status', 'OPENED'],
  ['lab/storage-management', 'type', 'SITE'],
  ['lab/batches', 'status', 'IN_PROGRESS'],
  ['support', 'status', 'OPEN'],
  ['support/videos', 'audience', 'STAFF'],
  ['users', 'status', 'ACTIVE'],
  ['events', 'type', 'ORDER_SUBMITTED'],
  ['audit-log', 'action', 'UPDATE'],
  ['shipping/simulator/parcels', 'status', 'in_transit'],
  ['payments/simulator/payments', 'state', 'PAID'],
];

test.each(LISTS)(
  'the list %s refuses an unknown value of %s and names the accepted ones',
  async (path, filter, known) => {
    const right = await lab.call('DEVELOPER', 'get', `/api/${path}?${filter}=${known}`);
    expect(right.status, JSON.stringify(right.body)).toBe(200);
    const wrong = await lab.call(
      'DEVELOPER',
      'get',
      `/api/${path}?${filter}=${known}&${filter}=NO_SUCH_VALUE`,
    );
    expect([wrong.status, wrong.body.code]).toEqual([422, 'VALIDATION']);
    expect(JSON.stringify(wrong.body.issues)).toContain(known);
  },
);

test('a refused submission lists each problem separately, in the words of the specification', async () => {
  const [row] = await lab.rows<{ id: string; version: number }>(
    `SELECT id, version FROM "order" WHERE status = 'DRAFT' AND entity = 'WBL' AND NOT deleted
       AND order_type <> 'CAMPAIGN' AND order_classification = 'STANDARD' LIMIT 1`,
  );
  await lab.rows(
    `UPDATE "order" SET billing_address = billing_address || '{"city": ""}'::jsonb, order_type = 'PURCHASE_ORDER', purchase_order_number = NULL WHERE id = $1`,
    [row?.id],
  );
  await lab.rows(`UPDATE data_use_info SET deleted = true WHERE order_id = $1`, [row?.id]);
  const refusal = await lab.call('PROJECT_MANAGER', 'post', `/api/lab/orders/drafts/${row?.id}/submit`, {
    seenVersion: row?.version,
  });
  expect([refusal.status, refusal.body.error]).toEqual([422, 'Please fix the form errors and try again.']);
  expect(refusal.body.issues).toEqual(
    expect.arrayContaining([
      { path: 'agreementTypes', message: 'Accept the data-use agreement.' },
      { path: 'billingAddress.city', message: 'Billing city is required' },
      { path: 'purchaseOrderNumber', message: 'Enter the purchase order number.' },
    ]),
  );
});
