import { expect, test } from 'vitest';
import { inOffice, openBillingBench } from '#db/factories/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { cancelSpecimens } from '#db/ordering/cancel-specimens.ts';
import { order } from '#db/ordering/order.ts';
import { overrideCancelOrder } from '#db/ordering/override-cancel-order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { orderBill } from './order-bill.ts';
import { payment } from './payment.ts';
import { readyToBill } from './ready-to-bill.ts';
import { recordRefund } from './record-refund.ts';

/** Three received specimens at $100 with a tenth off and a fee of $15, paid before they were accepted: $285. */
async function prepaid(isPaid = true) {
  const bench = await openBillingBench({ orderType: 'ONLINE', bps: 1000, fee: 1500 });
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  const invoiceId = bench.drafts()[0]?.id ?? '';
  await bench.issue(invoiceId);
  // Issued before it was accepted, as what is paid by card is: now its specimens have only arrived.
  bench.world.putRow(order, { ...bench.order(), status: 'RECEIVED' });
  for (const one of bench.world.all(specimen))
    bench.world.putRow(specimen, { ...one, status: 'RECEIVED', completedAt: null, resultsReleasedAt: null });
  if (isPaid) await bench.pay(invoiceId, bench.one(invoiceId).totalDue, '4711');
  const bill = () =>
    orderBill({ row: bench.order(), invoices: bench.invoices(), payments: bench.world.all(payment) });
  const cancel = (...specimenIds: string[]) =>
    runRule(
      bench.world,
      cancelSpecimens,
      { orderId: 'order', specimenIds, reason: 'Damaged' },
      inOffice('PROJECT_MANAGER'),
    );
  const giveBack = async () => {
    for (const { id, amount } of bench.world.select(payment, { kind: 'REFUND', status: 'PENDING' }))
      await runRule(
        bench.world,
        recordRefund,
        { invoiceId, paymentId: id, amount: -amount, reason: 'By check' },
        inOffice(),
      );
  };
  return { bench, bill, cancel, giveBack };
}
const EMPTY_BILL = { notCharged: 0, paid: 0, refunded: 0, toRefund: 0, due: 0 };

test('of a paid order what a canceled specimen cost is not charged: it waits to go back, then it is refunded, and nothing is due', async () => {
  const { bill, cancel, giveBack } = await prepaid();
  expect(bill()).toEqual({ ...EMPTY_BILL, paid: 28_500 });
  await cancel('s2');
  expect(bill()).toEqual({ ...EMPTY_BILL, notCharged: 9000, paid: 28_500, toRefund: 9000 });
  await giveBack();
  expect(bill()).toEqual({ ...EMPTY_BILL, notCharged: 9000, paid: 28_500, refunded: 9000 });
});

test('of an order that was not paid yet only what is still charged is due', async () => {
  const { bill, cancel } = await prepaid(false);
  expect(bill()).toEqual({ ...EMPTY_BILL, due: 28_500 });
  await cancel('s1');
  expect(bill()).toEqual({ ...EMPTY_BILL, notCharged: 9000, due: 19_500 });
});

test('of an order that is canceled as a whole nothing is charged, before and after the money went back', async () => {
  const { bench, bill, giveBack } = await prepaid();
  const args = { orderId: 'order', reason: 'No longer wanted' };
  await runRule(bench.world, overrideCancelOrder, args, inOffice('PROJECT_MANAGER'));
  // It comes to nothing, so that there is nothing of it that is not charged.
  expect(bench.order()).toMatchObject({ subtotal: 0, total: 0 });
  expect(bill()).toEqual({ ...EMPTY_BILL, paid: 28_500, toRefund: 28_500 });
  await giveBack();
  expect(bench.invoices().map(({ status }) => status)).toEqual(['VOID']);
  expect(bill()).toEqual({ ...EMPTY_BILL, paid: 28_500, refunded: 28_500 });
});
