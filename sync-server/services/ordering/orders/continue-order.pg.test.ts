import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApprovalPage } from '#db/ordering/approvals/listed-approval.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { SourceChoices } from '#db/ordering/drafts/shown-source.ts';
import { OrderPage } from '#db/ordering/orders/listed-order.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
/**
 * Create a completed order of the customer: the first specimen failed, the second has its result, the others
 * have nothing left.
 */
let source: { id: string; orderNumber: string };
let specimens: string[] = [];
beforeAll(async () => {
  lab = await openDemoServer();
  const [orderRow] = await lab.rows(`
    SELECT o.id, o.order_number AS "orderNumber" FROM "order" o JOIN company c ON c.id = o.company_id
      JOIN service v ON v.protocol_id = o.protocol_id AND v.status = 'LIVE' AND NOT v.clinical
     WHERE c.name = 'Northfield Biotech' AND o.entity = 'WBL' AND o.status NOT IN ('DRAFT', 'CANCELED')
       AND (SELECT count(*) FROM specimen s JOIN sample t ON t.specimen_id = s.id AND t.sample_kind = 'PRIMARY'
             WHERE s.order_id = o.id AND NOT s.deleted AND NOT t.deleted AND t.stage IS NOT NULL) >= 3
     ORDER BY o.order_number LIMIT 1`);
  source = { id: orderRow?.id ?? '', orderNumber: orderRow?.['orderNumber'] ?? '' };
  const rows = await lab.rows(
    `SELECT s.id FROM specimen s WHERE s.order_id = $1 AND NOT s.deleted AND EXISTS (
       SELECT 1 FROM sample t WHERE t.specimen_id = s.id AND t.sample_kind = 'PRIMARY' AND t.stage IS NOT NULL)
      ORDER BY s.order_row`,
    [source.id],
  );
  specimens = rows.map(({ id }) => id ?? '');
  const run = (text: string, values: unknown[] = [source.id]) => lab.rows(text, values);
  await run(
    `UPDATE specimen SET status = 'COMPLETED', completed_at = now(), received_at = now() - interval '9 days' WHERE order_id = $1`,
  );
  await run(`UPDATE sample SET status = 'COMPLETED', batch_id = NULL, plate_location = NULL, batch_order = NULL,
    remaining_volume = 0 WHERE specimen_id IN (SELECT id FROM specimen WHERE order_id = $1)`);
  await run(
    `UPDATE sample SET remaining_volume = 500 WHERE specimen_id = ANY ($1) AND sample_kind = 'PRIMARY'`,
    [specimens.slice(0, 2)],
  );
  await run(
    `UPDATE specimen SET status = 'FAILED_QC_CANCELED', completed_at = NULL, failure_reason = 'LAB_TECHNICIAN_ERROR' WHERE id = $1`,
    [specimens[0]],
  );
  await run(`UPDATE "order" SET status = 'COMPLETED', completed_at = now() WHERE id = $1`);
});
afterAll(() => lab.close());

const draftsOf = (caller: Caller) =>
  caller === 'COMPANY_USER' ? '/api/create-order' : '/api/lab/orders/drafts';
const familyOf = (caller: Caller) => (caller === 'COMPANY_USER' ? 'orders' : 'lab/orders');

async function ok(caller: Caller, method: 'get' | 'post', path: string, body?: object, status = 200) {
  const answer = await lab.call(caller, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body;
}
const choices = async (caller: Caller, continuation: string) =>
  SourceChoices.parse(
    await ok(
      caller,
      'get',
      `/api/${familyOf(caller)}/${source.id}/source-specimens?continuation=${continuation}`,
    ),
  ).specimens;
const startContinuation = async (
  caller: Caller,
  continuation: string,
  specimenIds: readonly (string | undefined)[],
) =>
  ShownDraft.parse(
    await ok(
      caller,
      'post',
      `/api/${familyOf(caller)}/${source.id}/continue`,
      { continuation, specimenIds },
      201,
    ),
  );
async function submit(caller: Caller, draft: ShownDraft): Promise<ShownOrder> {
  const base = `${draftsOf(caller)}/${draft.order.id}`;
  const accepted = ShownDraft.parse(
    await ok(caller, 'post', `${base}/data-use`, {
      agreementTypes: ['NO_RIGHTS'],
      otherText: '',
      retentionPeriod: 'YEARS_2',
      agreementVersion: AGREEMENT_VERSION,
    }),
  );
  expect(accepted.problems).toEqual([]);
  return ShownOrder.parse(
    await ok(caller, 'post', `${base}/submit`, { seenVersion: accepted.order.version }),
  );
}

test('staff are offered failed specimens for rework and finished ones for more work, each refusal with its reason', async () => {
  const rework = await choices('CS_REP', 'REWORK');
  expect(rework.filter(({ problem }) => problem === null).map(({ id }) => id)).toEqual([specimens[0]]);
  expect(rework[1]?.problem).toContain('has not failed and was not recalled.');
  const more = await choices('CS_REP', 'SUPPLEMENTAL');
  expect(more.filter(({ problem }) => problem === null).map(({ id }) => id)).toEqual(specimens.slice(0, 2));
  expect(more[2]?.problem).toMatch(/^No material left for /);
});

test('customers can order more work but no rework, and neither without the right to order', async () => {
  const orderView = ShownOrder.parse(await ok('COMPANY_USER', 'get', `/api/orders/${source.id}`));
  expect(orderView.continuations).toEqual(['SUPPLEMENTAL']);
  const refusal = await lab.call('COMPANY_USER', 'post', `/api/orders/${source.id}/continue`, {
    continuation: 'REWORK',
    specimenIds: [specimens[0]],
  });
  expect(refusal.status).toBe(403);
  const techView = ShownOrder.parse(await ok('LAB_TECH', 'get', `/api/lab/orders/${source.id}`));
  expect(techView.continuations).toEqual([]);
  const other = await lab.call('LAB_TECH', 'post', `/api/lab/orders/${source.id}/continue`, {
    continuation: 'SUPPLEMENTAL',
    specimenIds: [specimens[0]],
  });
  expect(other.status).toBe(403);
});

test('unqualified specimens are refused with all reasons, and no order is created', async () => {
  const before = await lab.rows('SELECT count(*)::int AS n FROM "order"');
  const answer = await lab.call('CS_REP', 'post', `/api/lab/orders/${source.id}/continue`, {
    continuation: 'SUPPLEMENTAL',
    specimenIds: [specimens[1], specimens[2]],
  });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    409,
    expect.stringContaining('No material left for'),
  ]);
  expect(await lab.rows('SELECT count(*)::int AS n FROM "order"')).toEqual(before);
});

test('a rework entered by customer service waits for a manager, and then enters the bench queue', async () => {
  const draft = await startContinuation('CS_REP', 'REWORK', [specimens[0]]);
  expect(draft.source?.orderNumber).toBe(source.orderNumber);
  expect(draft.quote.totals.total).toBe(0);
  const waiting = await submit('CS_REP', draft);
  expect([waiting.status, waiting.total]).toEqual(['PENDING_APPROVAL', 0]);
  const { rows } = ApprovalPage.parse(
    await ok('LAB_MANAGER', 'get', `/api/lab/orders/approvals?orderId=${waiting.id}&status=OPEN`),
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['REWORK']);
  await ok('LAB_MANAGER', 'post', `/api/lab/orders/approvals/${rows[0]?.id}`, { decision: 'APPROVED' }, 204);
  const order = ShownOrder.parse(await ok('CS_REP', 'get', `/api/lab/orders/${waiting.id}`));
  expect(order).toMatchObject({ status: 'RECEIVED', shipments: [], source: { id: source.id } });
  expect(order.specimens).toMatchObject([
    {
      status: 'RECEIVED',
      sourceSpecimenId: specimens[0],
      julianId: expect.stringMatching(/^W\d{5}-9\d{3}$/),
    },
  ]);
  const childSamples = await lab.rows(
    `SELECT t.status, t.barcode, p.remaining_volume AS "left" FROM sample t JOIN sample p ON p.id = t.parent_sample_id
      WHERE t.specimen_id = $1`,
    [order.specimens[0]?.id],
  );
  expect(childSamples).toMatchObject([{ status: 'IN_QUEUE', barcode: `${order.specimens[0]?.julianId}-01` }]);
  expect(Number(childSamples[0]?.['left'])).toBe(0);
  // The customer is told that nothing must be sent.
  const emails = await lab.rows(
    `SELECT text FROM email WHERE kind = 'ORDER_APPROVED' AND data ->> 'targetId' = $1`,
    [waiting.id],
  );
  expect(emails[0]?.['text']).toContain('You don’t need to send anything.');

  const earlier = ShownOrder.parse(await ok('COMPANY_USER', 'get', `/api/orders/${source.id}`));
  expect(earlier.continuedBy).toMatchObject([{ id: order.id, orderClassification: 'REWORK' }]);
  expect(earlier.history.find(({ type }) => type === 'ORDER_CONTINUED')?.data).toMatchObject({
    orderNumber: order.orderNumber,
  });
  expect(earlier.specimens.find(({ id }) => id === specimens[0])?.status).toBe('FAILED_QC_CANCELED');
});

test('more work entered by a project manager is accepted at once: its aliquot is to be fetched and then queued', async () => {
  const newDraft = await startContinuation('PROJECT_MANAGER', 'SUPPLEMENTAL', [specimens[1]]);
  const draft = ShownDraft.parse(
    await ok('PROJECT_MANAGER', 'post', `/api/lab/orders/drafts/${newDraft.order.id}`, {
      seenVersion: newDraft.order.version,
      changes: { orderType: 'SALES_ORDER' },
    }),
  );
  const order = await submit('PROJECT_MANAGER', draft);
  expect(order).toMatchObject({ status: 'RECEIVED', shipments: [] });
  expect(order.total).toBeGreaterThan(0);
  expect(order.specimens).toMatchObject([{ status: 'SUPPLEMENTAL', sourceSpecimenId: specimens[1] }]);
  const list = OrderPage.parse(
    await ok('PROJECT_MANAGER', 'get', '/api/lab/orders?orderClassification=SUPPLEMENTAL'),
  );
  expect(list.rows.map(({ id }) => id)).toContain(order.id);
  expect(new Set(list.rows.map(({ orderClassification }) => orderClassification))).toEqual(
    new Set(['SUPPLEMENTAL']),
  );
});

test("the selection of a draft can be changed, but not over another person's change", async () => {
  const draft = await startContinuation('COMPANY_USER', 'SUPPLEMENTAL', [specimens[1]]);
  const path = `/api/create-order/${draft.order.id}/source-specimens`;
  const { version } = draft.order;
  const stale = await lab.call('COMPANY_USER', 'post', path, {
    seenVersion: version - 1,
    specimenIds: [specimens[1]],
  });
  expect(stale.status).toBe(409);
  const rows = `/api/create-order/manifest/rows?orderId=${draft.order.id}&mode=append`;
  const typed = await lab.call('COMPANY_USER', 'post', rows, {
    rows: [{ row: 1, cells: { customerSampleId: 'X-1' } }],
  });
  expect([typed.status, JSON.stringify(typed.body)]).toEqual([
    409,
    expect.stringContaining('Choose specimens from its list.'),
  ]);
});
