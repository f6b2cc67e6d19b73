import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApprovalPage } from '#db/ordering/approvals/listed-approval.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let protocolId = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [sold] = await lab.rows(
    `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
      ORDER BY min_specimens, sort_order, name LIMIT 1`,
  );
  protocolId = sold?.id ?? '';
});
afterAll(() => lab.close());

const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const draftUrl = (id: string, rest = '') => `/api/create-order/${id}${rest}`;

async function start(caller: Caller, more: object = {}): Promise<ShownDraft> {
  const answer = await lab.call(caller, 'post', '/api/create-order', { protocolId, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return ShownDraft.parse(answer.body);
}

const readDraft = async (caller: Caller, id: string) =>
  ShownDraft.parse((await lab.call(caller, 'get', draftUrl(id))).body);

const rows = (count: number, species: string) =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    cells: {
      customerSampleId: `S-${index + 1}`,
      providedSourceSpecies: species,
      providedSpecimenType: 'WHOLE_BLOOD',
    },
  }));

/** Create a draft with rows, data use and billing address, ready for submission except for the payment. */
async function fill(caller: Caller, draft: ShownDraft): Promise<ShownDraft> {
  const { id } = draft.order;
  const species = draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS';
  const count = draft.order.projectedSpecimenCount;
  const saved = await lab.call(caller, 'post', `/api/create-order/manifest/rows?orderId=${id}&mode=replace`, {
    rows: rows(count, species),
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const accepted = await lab.call(caller, 'post', draftUrl(id, '/data-use'), {
    agreementTypes: ['NO_RIGHTS'],
    otherText: '',
    retentionPeriod: 'YEARS_2',
    agreementVersion: AGREEMENT_VERSION,
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  const { order } = ShownDraft.parse(accepted.body);
  const billed = await lab.call(caller, 'post', draftUrl(id), {
    seenVersion: order.version,
    changes: { billingAddress: BILLING },
  });
  expect(billed.status, JSON.stringify(billed.body)).toBe(200);
  return ShownDraft.parse(billed.body);
}

const mailsOf = (kind: string, order: { id: string }) =>
  lab.rows(`SELECT "to" FROM email WHERE kind = $1 AND data ->> 'targetId' = $2 ORDER BY "to"`, [
    kind,
    order.id,
  ]);

test('a draft reports what is missing, step by step, and a colleague can continue it', async () => {
  const draft = await start('COMPANY_USER');
  expect(draft.order.orderNumber).toBeNull();
  expect(draft.problems.map(({ step }) => step)).toContain('data-use');
  expect(draft.quote.problem).toBeNull();
  expect(draft.offeredOrderTypes).not.toContain('SALES_ORDER');
  const filled = await fill('COMPANY_MANAGER', draft);
  expect(filled.problems).toEqual([
    { step: 'review', field: 'payment', message: 'Pay for the order to submit it.' },
  ]);
  expect(filled.quote.totals.subtotal).toBe(filled.quote.unit * filled.order.projectedSpecimenCount);
  const refusal = await lab.call('COMPANY_USER', 'post', draftUrl(draft.order.id, '/submit'), {
    seenVersion: filled.order.version,
  });
  expect(refusal.status).toBe(422);
  expect((await readDraft('COMPANY_USER', draft.order.id)).order.status).toBe('DRAFT');
});

test('an order whose price changed during its review is not submitted at the new price without showing it', async () => {
  const [customer] = await lab.rows(
    `SELECT id FROM company WHERE name = 'Northfield Biotech' AND entity = 'WBL'`,
  );
  const newDraft = await start('PROJECT_MANAGER', { companyId: customer?.id, orderType: 'SALES_ORDER' });
  const { order, quote } = await fill('PROJECT_MANAGER', newDraft);
  const submit = (seenTotal: number) =>
    lab.call('PROJECT_MANAGER', 'post', draftUrl(order.id, '/submit'), {
      seenVersion: order.version,
      seenTotal,
    });
  const previousTotal = quote.totals.total;
  const refusal = await submit(previousTotal - 1);
  expect([refusal.status, refusal.body]).toMatchObject([
    409,
    { code: 'TOTAL_CHANGED', error: 'The order total changed. Please review and try again.' },
  ]);
  expect((await readDraft('PROJECT_MANAGER', order.id)).order.status).toBe('DRAFT');
  expect((await submit(previousTotal)).status).toBe(200);
});

test("a step saved over another person's change is refused and changes nothing", async () => {
  const { order } = await start('COMPANY_USER');
  const save = (changes: object) =>
    lab.call('COMPANY_USER', 'post', draftUrl(order.id), { seenVersion: order.version, changes });
  expect((await save({ postSequenceOption: 'DESTROY' })).status).toBe(200);
  expect((await save({ postSequenceOption: 'SHIP' })).status).toBe(409);
  expect((await readDraft('COMPANY_USER', order.id)).order.postSequenceOption).toBe('DESTROY');
});

test('a sales order entered by staff is anticipated until the customer has named all specimens, then ordered', async () => {
  const [customer] = await lab.rows(
    `SELECT id FROM company WHERE name = 'Northfield Biotech' AND entity = 'WBL'`,
  );
  const draft = await start('PROJECT_MANAGER', { companyId: customer?.id, orderType: 'SALES_ORDER' });
  const { id } = draft.order;
  await lab.call('PROJECT_MANAGER', 'post', draftUrl(id, '/data-use'), {
    agreementTypes: ['DEIDENTIFIED_DATA'],
    otherText: '',
    retentionPeriod: 'INDEFINITE',
    agreementVersion: AGREEMENT_VERSION,
  });
  const { order } = await readDraft('PROJECT_MANAGER', id);
  const billed = await lab.call('PROJECT_MANAGER', 'post', draftUrl(id), {
    seenVersion: order.version,
    changes: { billingAddress: BILLING, salesOrderNumber: 'SO-1' },
  });
  const { version } = ShownDraft.parse(billed.body).order;
  const submission = await lab.call('PROJECT_MANAGER', 'post', draftUrl(id, '/submit'), {
    seenVersion: version,
  });
  expect(submission.status, JSON.stringify(submission.body)).toBe(200);
  const anticipated = ShownOrder.parse(submission.body);
  expect([anticipated.status, anticipated.paymentStatus]).toEqual(['ANTICIPATED', 'SERVICE_IN_PROGRESS']);
  expect(anticipated.invoices?.[0]).toMatchObject({
    status: 'SERVICE_IN_PROGRESS',
    totalDue: anticipated.total,
  });
  expect((await mailsOf('ORDER_CONFIRMATION', anticipated)).length).toBeGreaterThan(0);

  const species = draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS';
  const manifestAnswer = await lab.call(
    'COMPANY_USER',
    'post',
    `/api/create-order/manifest/rows?orderId=${id}&mode=replace`,
    { rows: rows(2, species) },
  );
  expect(manifestAnswer.status, JSON.stringify(manifestAnswer.body)).toBe(200);
  const confirmed = await lab.call('COMPANY_USER', 'post', `/api/orders/${id}/confirm-registration`, {});
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  const ordered = ShownOrder.parse(confirmed.body);
  expect(ordered.status).toBe('ORDERED');
  expect(ordered.projectedSpecimenCount).toBe(2);
  expect(ordered.specimens.map(({ status }) => status)).toEqual(['ORDERED', 'ORDERED']);
  expect(ordered.total).toBe(2 * ordered.pricePerSpecimen);
  expect(ordered.shipments).toMatchObject([{ direction: 'INBOUND', status: 'NOT_STARTED' }]);

  const shipped = await lab.call('COMPANY_USER', 'post', `/api/orders/${id}/mark-shipped`, {
    carrier: 'UPS',
    trackingNumber: '1Z999',
  });
  expect(ShownOrder.parse(shipped.body)).toMatchObject({
    status: 'SHIPPED',
    shipmentStatus: 'IN_TRANSIT',
    trackingNumber: '1Z999',
  });
  const holdAnswer = await lab.call('CS_REP', 'patch', `/api/lab/orders/${id}/hold`, {
    reason: 'Address unclear',
  });
  expect(ShownOrder.parse(holdAnswer.body)).toMatchObject({ status: 'ON_HOLD', heldFromStatus: 'SHIPPED' });
  const released = await lab.call('CS_REP', 'patch', `/api/lab/orders/${id}/release`, {});
  expect(ShownOrder.parse(released.body).status).toBe('SHIPPED');
  const member = await lab.call('COMPANY_USER', 'post', `/api/orders/${id}/cancel`, { reason: 'Not needed' });
  expect(member.status).toBe(403);
  const canceled = await lab.call('COMPANY_MANAGER', 'post', `/api/orders/${id}/cancel`, {
    reason: 'Not needed',
  });
  const canceledOrder = ShownOrder.parse(canceled.body);
  expect([canceledOrder.status, canceledOrder.paymentStatus]).toEqual(['CANCELED', 'CANCELED']);
  expect(canceledOrder.specimens.every(({ status }) => status === 'CANCELED')).toBe(true);
  expect((await mailsOf('ORDER_CANCELED', canceledOrder)).length).toBeGreaterThan(0);
});

test('an order of a member whose company requires approval is returned with a reason, then approved by the manager', async () => {
  const [customer] = await lab.rows(
    `SELECT uc.company_id AS id FROM user_company uc WHERE uc.entity = 'WBL' AND uc.role = 'COMPANY_USER' ORDER BY uc.id LIMIT 1`,
  );
  await lab.rows(
    `UPDATE company SET order_approval_required = true, allow_purchase_order = true WHERE id = $1`,
    [customer?.id],
  );
  const draft = await fill('COMPANY_USER', await start('COMPANY_USER', { orderType: 'PURCHASE_ORDER' }));
  const { id } = draft.order;
  expect(draft.problems.map(({ field }) => field)).toEqual(['purchaseOrderNumber', 'purchaseOrderFileId']);
  // The file itself comes with uploads; the order only names it.
  await lab.rows(
    `INSERT INTO s3_file (id, created_at, updated_at, entity, title, size, type, file_type, sub_type, bucket, key, status,
       customer_visible, uploaded_by_id, download_count)
     SELECT 'file-77', now(), now(), 'WBL', 'po.pdf', 1, 'application/pdf', 'ORDER_DOCUMENT', 'PURCHASE_ORDER',
       'order-documents', 'po-77', 'STORED', true, created_by_user_id, 0 FROM "order" WHERE id = $1`,
    [id],
  );
  await lab.rows(
    `UPDATE "order" SET purchase_order_number = 'PO-77', purchase_order_file_id = 'file-77' WHERE id = $1`,
    [id],
  );
  const { order } = await readDraft('COMPANY_USER', id);
  const submission = await lab.call('COMPANY_USER', 'post', draftUrl(id, '/submit'), {
    seenVersion: order.version,
  });
  expect(submission.status, JSON.stringify(submission.body)).toBe(200);
  expect(ShownOrder.parse(submission.body).status).toBe('PO_UNDER_REVIEW');
  expect(await mailsOf('PO_REVIEW_NEEDED', { id })).toEqual([{ to: 'billing-manager@wbl.example' }]);
  expect((await mailsOf('APPROVAL_NEEDED', { id })).length).toBeGreaterThan(0);
  // The customer gets a confirmation of an order that waits, too.
  expect((await mailsOf('ORDER_CONFIRMATION', { id })).length).toBeGreaterThan(0);

  const listApprovals = async (caller: Caller, family: string) => {
    const answer = await lab.call(caller, 'get', `/api/${family}/approvals?orderId=${id}&status=OPEN`);
    return ApprovalPage.parse(answer.body).rows;
  };
  const purchase = (await listApprovals('BILLING_MANAGER', 'lab/orders')).find(
    ({ kind }) => kind === 'PURCHASE_ORDER',
  );
  const manager = (await listApprovals('COMPANY_MANAGER', 'orders')).find(
    ({ kind }) => kind === 'COMPANY_MANAGER',
  );
  expect([purchase?.mine, manager?.mine]).toEqual([true, true]);
  const decide = (caller: Caller, family: string, approvalId: string | undefined, body: object) =>
    lab.call(caller, 'post', `/api/${family}/approvals/${approvalId}`, body);
  expect((await decide('SALES_LEADER', 'lab/orders', purchase?.id, { decision: 'APPROVED' })).status).toBe(
    403,
  );
  expect((await decide('BILLING_MANAGER', 'lab/orders', purchase?.id, { decision: 'RETURNED' })).status).toBe(
    422,
  );
  expect((await decide('BILLING_MANAGER', 'lab/orders', purchase?.id, { decision: 'APPROVED' })).status).toBe(
    204,
  );
  const waiting = await lab.call('COMPANY_USER', 'get', `/api/orders/${id}`);
  expect(ShownOrder.parse(waiting.body)).toMatchObject({
    status: 'PENDING_APPROVAL',
    billingVerifiedPurchaseOrder: true,
  });
  const back = { decision: 'RETURNED', reason: 'Wrong cost center' };
  expect((await decide('COMPANY_MANAGER', 'orders', manager?.id, back)).status).toBe(204);
  const reopenedDraft = await readDraft('COMPANY_USER', id);
  expect(reopenedDraft.order).toMatchObject({ status: 'DRAFT', returnReason: 'Wrong cost center' });
  expect(reopenedDraft.requisitions.every(({ status }) => status === 'DRAFT')).toBe(true);
  expect((await mailsOf('ORDER_RETURNED', { id })).length).toBeGreaterThan(0);

  const resent = await lab.call('COMPANY_USER', 'post', draftUrl(id, '/submit'), {
    seenVersion: reopenedDraft.order.version,
  });
  expect(resent.status, JSON.stringify(resent.body)).toBe(200);
  for (const { id: approvalId, kind } of await listApprovals('ADMIN', 'lab/orders')) {
    const answer = await decide('ADMIN', 'lab/orders', approvalId, { decision: 'APPROVED' });
    expect(answer.status, kind).toBe(204);
  }
  const accepted = ShownOrder.parse((await lab.call('COMPANY_USER', 'get', `/api/orders/${id}`)).body);
  expect([accepted.status, accepted.paymentStatus]).toEqual(['ORDERED', 'SERVICE_IN_PROGRESS']);
  expect(accepted.invoices).toBeNull();
});

test('only the operations of the table are possible for an order, each refusal with its reason', async () => {
  const [completed] = await lab.rows(
    `SELECT id FROM "order" WHERE status = 'COMPLETED' AND entity = 'WBL' LIMIT 1`,
  );
  const url = `/api/lab/orders/${completed?.id}`;
  const holdAnswer = await lab.call('PROJECT_MANAGER', 'patch', `${url}/hold`, { reason: 'x' });
  expect([holdAnswer.status, holdAnswer.body.error]).toEqual([
    409,
    '“Put on hold” is not possible while the order is “Completed”.',
  ]);
  const forced = await lab.call('PROJECT_MANAGER', 'patch', `${url}/override`, {
    status: 'SHIPPED',
    reason: 'x',
  });
  expect(forced.body.error).toBe('Cannot change status from Completed to Shipped.');
  expect(
    (await lab.call('CS_REP', 'patch', `${url}/override`, { status: 'PROCESSING', reason: 'x' })).status,
  ).toBe(403);
  const overrideAnswer = await lab.call('PROJECT_MANAGER', 'patch', `${url}/override`, {
    status: 'PROCESSING',
    reason: 'A result was wrong',
  });
  expect(ShownOrder.parse(overrideAnswer.body)).toMatchObject({ status: 'PROCESSING', completedAt: null });
});
