import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingQueue } from '#db/billing/invoices/listed-invoice.ts';
import { Readiness } from '#db/organizations/invoicing.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let companyId: string;
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows<{ id: string }>(
    `UPDATE company SET allow_purchase_order = false WHERE id = (
       SELECT uc.company_id FROM user_company uc JOIN "user" u ON u.id = uc.user_id
        WHERE u.email = 'company-manager@wbl.example') RETURNING id`,
  );
  companyId = row?.id ?? '';
});
afterAll(() => lab.close());

const MANAGER: Caller = 'COMPANY_MANAGER';
const BILLING: Caller = 'BILLING_MANAGER';
const readiness = async () =>
  Readiness.parse((await lab.call(MANAGER, 'get', '/api/create-order/readiness')).body);
const ask = () => lab.call(MANAGER, 'post', '/api/create-order/invoicing-request', {});
const requests = async () =>
  BillingQueue.parse((await lab.call(BILLING, 'get', '/api/billing/queue')).body).invoicing;
const answer = (caller: Caller, body: object) =>
  lab.call(caller, 'post', `/api/billing/invoice/invoicing-requests/${companyId}`, body);

test('an organization asks for invoicing once, and billing sees the request', async () => {
  expect(await readiness()).toMatchObject({
    paysByCard: true,
    paysByInvoice: false,
    invoicing: 'NOT_REQUESTED',
  });
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect((await readiness()).invoicing).toBe('REQUESTED');
  expect((await requests()).map((row) => row.companyId)).toEqual([companyId]);
});

test('billing declines with a reason that the organization reads, and it may ask again', async () => {
  expect((await answer(BILLING, { allow: false })).status).toBe(422);
  expect((await answer(BILLING, { allow: false, reason: 'Two invoices are overdue' })).status).toBeLessThan(
    300,
  );
  expect(await readiness()).toMatchObject({
    invoicing: 'DECLINED',
    declinedReason: 'Two invoices are overdue',
  });
  expect(await requests()).toEqual([]);
  await ask();
  expect(await readiness()).toMatchObject({ invoicing: 'REQUESTED', declinedReason: null });
});

test('accepting opens purchase orders; customers cannot answer, and nothing is answered twice', async () => {
  expect((await answer(MANAGER, { allow: true })).status).toBe(403);
  expect((await answer('RESONANT:BILLING_MANAGER', { allow: true })).status).toBe(404);
  expect((await answer(BILLING, { allow: true })).status).toBeLessThan(300);
  expect(await readiness()).toMatchObject({ paysByInvoice: true, invoicing: 'ALLOWED' });
  expect((await answer(BILLING, { allow: true })).status).toBe(409);
});
