import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { buildCardPaymentHelpers, CARDS } from '#sync-server/demo/card-payments-of-demo.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { processPendingRefunds } from '#sync-server/jobs/tasks/reconcile-payments.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const { payableDraft, startPaying, confirm, hear } = buildCardPaymentHelpers(() => lab);

test('after the only specimen of a paid order is canceled, its page shows the pending and the completed refund', async () => {
  const order = await payableDraft();
  const intent = await startPaying(order.id);
  await confirm(intent, CARDS.good);
  await hear();
  const read = async (caller: Caller, path: string) =>
    ShownOrder.parse((await lab.call(caller, 'get', `${path}/${order.id}`)).body);
  const { specimens, bill: before } = await read('PROJECT_MANAGER', '/api/lab/orders');
  expect(before).toEqual({ notCharged: 0, paid: order.due, refunded: 0, toRefund: 0, due: 0 });
  const [one] = specimens;
  const canceled = { specimenIds: [one?.id], reason: 'Broken on its way' };
  const answer = await lab.call(
    'PROJECT_MANAGER',
    'post',
    `/api/lab/orders/${order.id}/cancel-specimens`,
    canceled,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const back = one?.salesPrice ?? 0;
  // The order is canceled too and costs nothing, so none of its total is left uncharged.
  const refundDue = { notCharged: 0, paid: order.due, refunded: 0, toRefund: back, due: 0 };
  expect((await read('COMPANY_USER', '/api/orders')).bill, 'who ordered').toEqual(refundDue);
  expect((await read('PROJECT_MANAGER', '/api/lab/orders')).bill, 'the lab').toEqual(refundDue);
  await processPendingRefunds(lab.services);
  await hear();
  const refundedBill = { ...refundDue, refunded: back, toRefund: 0 };
  expect((await read('COMPANY_USER', '/api/orders')).bill).toEqual(refundedBill);
});
