import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const MANAGER = 'PROJECT_MANAGER';

async function ok(
  caller: Caller,
  method: 'get' | 'post' | 'patch',
  path: string,
  body?: object,
  status = 200,
) {
  const answer = await lab.call(caller, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body;
}
const read = async (caller: Caller, id: string) =>
  ShownOrder.parse(
    await ok(caller, 'get', `/api/${caller?.startsWith('COMPANY') ? 'orders' : 'lab/orders'}/${id}`),
  );

/**
 * Create a received order in work, with material of its specimens; those after the first two are canceled.
 */
async function runningOrder(orderType: string): Promise<{ id: string; specimens: string[] }> {
  const [orderRow] = await lab.rows<{ id: string }>(
    `SELECT o.id FROM "order" o JOIN company c ON c.id = o.company_id
       JOIN service v ON v.protocol_id = o.protocol_id AND v.status = 'LIVE' AND NOT v.clinical
      WHERE c.name = 'Northfield Biotech' AND o.entity = 'WBL' AND o.status IN ('PROCESSING', 'RECEIVED')
        AND o.order_type <> 'CAMPAIGN' AND o.order_classification = 'STANDARD'
        AND NOT EXISTS (SELECT 1 FROM "order" n WHERE n.source_order_id = o.id)
        AND EXISTS (SELECT 1 FROM invoice i WHERE i.order_id = o.id AND i.status = 'SERVICE_IN_PROGRESS')
        AND (SELECT count(*) FROM specimen s JOIN sample t ON t.specimen_id = s.id AND t.sample_kind = 'PRIMARY'
              WHERE s.order_id = o.id AND NOT s.deleted AND NOT t.deleted AND t.stage IS NOT NULL) >= 2
      ORDER BY o.order_number LIMIT 1`,
  );
  const id = orderRow?.id ?? '';
  const rows = await lab.rows<{ id: string }>(
    `SELECT s.id FROM specimen s JOIN sample t ON t.specimen_id = s.id AND t.sample_kind = 'PRIMARY' AND t.stage IS NOT NULL
      WHERE s.order_id = $1 AND NOT s.deleted ORDER BY s.order_row LIMIT 2`,
    [id],
  );
  const specimens = rows.map((row) => row.id);
  await lab.rows(`UPDATE "order" SET status = 'PROCESSING', order_type = $2 WHERE id = $1`, [id, orderType]);
  await lab.rows(`UPDATE specimen SET status = 'CANCELED' WHERE order_id = $1 AND NOT id = ANY ($2)`, [
    id,
    specimens,
  ]);
  await lab.rows(
    `UPDATE specimen SET status = 'COMPLETED', completed_at = now(), results_released_at = now(),
       received_at = now() - interval '9 days' WHERE id = ANY ($1)`,
    [specimens],
  );
  await lab.rows(
    `UPDATE sample SET status = 'COMPLETED', batch_id = NULL, plate_location = NULL, batch_order = NULL, remaining_volume = 500
      WHERE specimen_id = ANY ($1)`,
    [specimens],
  );
  return { id, specimens };
}

/** Create a rework order of the specimen, entered and accepted by a project manager. */
async function acceptRework(orderId: string, specimenId: string): Promise<ShownOrder> {
  const base = '/api/lab/orders/drafts';
  const newDraft = ShownDraft.parse(
    await ok(
      MANAGER,
      'post',
      `/api/lab/orders/${orderId}/continue`,
      { continuation: 'REWORK', specimenIds: [specimenId] },
      201,
    ),
  );
  const draft = ShownDraft.parse(
    await ok(MANAGER, 'post', `${base}/${newDraft.order.id}/data-use`, {
      agreementTypes: ['NO_RIGHTS'],
      otherText: '',
      retentionPeriod: 'YEARS_2',
      agreementVersion: AGREEMENT_VERSION,
    }),
  );
  const submitBody = { seenVersion: draft.order.version };
  return ShownOrder.parse(await ok(MANAGER, 'post', `${base}/${draft.order.id}/submit`, submitBody));
}

test('a reset specimen names the accepted rework order that repeats it, and its own order is billed and closed', async () => {
  const { id, specimens } = await runningOrder('SALES_ORDER');
  const [reset = ''] = specimens;
  await lab.rows(
    `UPDATE specimen SET status = 'RESET', completed_at = NULL, results_released_at = NULL WHERE id = $1`,
    [reset],
  );
  expect((await read(MANAGER, id)).repeats).toEqual({});
  const rework = await acceptRework(id, reset);
  expect(rework.status).toBe('RECEIVED');
  const orderView = await read('COMPANY_MANAGER', id);
  expect([orderView.status, orderView.repeats]).toEqual([
    'PENDING_COMPLETION',
    { [reset]: rework.orderNumber },
  ]);
  expect((await ok('COMPANY_MANAGER', 'get', `/api/specimens/${reset}`)).repeatedIn).toBe(rework.orderNumber);
  const { rows } = await ok('COMPANY_MANAGER', 'get', `/api/specimens?orderId=${id}&status=RESET`);
  expect(rows).toMatchObject([{ id: reset, repeatedIn: rework.orderNumber }]);
  const invoice = orderView.invoices?.find(({ status }) => status === 'AWAITING_BILLING');
  await ok('BILLING_MANAGER', 'post', `/api/billing/invoice/${invoice?.id}/issue`, {});
  await ok(MANAGER, 'patch', `/api/lab/orders/close/${id}`, {});
  expect(await read(MANAGER, id)).toMatchObject({
    status: 'COMPLETED',
    repeats: { [reset]: rework.orderNumber },
  });
});

test('a forced completion ends specimens never received, and the order can be billed and closed', async () => {
  const { id, specimens } = await runningOrder('SALES_ORDER');
  const [never = '', done = ''] = specimens;
  await lab.rows(
    `UPDATE specimen SET status = 'ORDERED', received_at = NULL, completed_at = NULL, results_released_at = NULL WHERE id = $1`,
    [never],
  );
  await lab.rows(`UPDATE sample SET deleted = true WHERE specimen_id = $1`, [never]);
  const override = { status: 'PENDING_COMPLETION', reason: 'Agreed by phone' };
  const path = `/api/lab/orders/${id}/override`;
  const changed = await lab.call(MANAGER, 'patch', path, { ...override, unfinished: [never, done] });
  expect([changed.status, changed.body.code]).toEqual([409, 'UNFINISHED_CHANGED']);
  const forced = ShownOrder.parse(await ok(MANAGER, 'patch', path, { ...override, unfinished: [never] }));
  expect(forced).toMatchObject({ status: 'PENDING_COMPLETION', paymentStatus: 'AWAITING_BILLING' });
  expect(forced.specimens.find((row) => row.id === never)?.status).toBe('CANCELED');
  const invoice = forced.invoices?.find(({ status }) => status === 'AWAITING_BILLING');
  expect(invoice?.totalDue).toBe(forced.total);
  await ok('BILLING_MANAGER', 'post', `/api/billing/invoice/${invoice?.id}/issue`, {});
  await ok(MANAGER, 'patch', `/api/lab/orders/close/${id}`, {});
});

test('an order with a specimen never received cannot be closed, and the refusal names it', async () => {
  const { id, specimens } = await runningOrder('SALES_ORDER');
  await lab.rows(`UPDATE specimen SET status = 'SHIPPED', received_at = NULL WHERE id = $1`, [specimens[0]]);
  await lab.rows(`UPDATE "order" SET status = 'PENDING_COMPLETION' WHERE id = $1`, [id]);
  await lab.rows(`UPDATE invoice SET status = 'AWAITING_BILLING' WHERE order_id = $1`, [id]);
  const refusal = await lab.call(MANAGER, 'patch', `/api/lab/orders/close/${id}`, {});
  const name = (await read(MANAGER, id)).specimens.find((row) => row.id === specimens[0])?.customerSampleId;
  expect([refusal.status, refusal.body.code]).toEqual([409, 'NOT_FINISHED']);
  expect(refusal.body.error).toContain(`Never received: ${name}.`);
});
