import { expect, test } from 'vitest';
import { payment } from '#db/billing/payments/payment.ts';
import { recordRefund } from '#db/billing/payments/record-refund.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { cancelSpecimens } from '#db/ordering/orders/cancel-specimens.ts';
import { order } from '#db/ordering/orders/order.ts';
import { overrideCancelOrder } from '#db/ordering/orders/override-order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { readyToBill } from './change-invoice-status.ts';
import { orderBill } from './order-bill.ts';

/**
 * Return three received specimens at $100 with 10 % discount and a fee of $15, paid before they were
 * accepted: $285.
 */
async function prepaid(isPaid = true) {
  const bench = await openBillingBench({ orderType: 'ONLINE', bps: 1000, fee: 1500 });
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  const invoiceId = bench.drafts()[0]?.id ?? '';
  await bench.issue(invoiceId);
  // Issued before it was accepted, as card payments are: its specimens have only arrived now.
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

test('a canceled specimen of a paid order is not charged: its price waits, then is refunded, and nothing is due', async () => {
  const { bill, cancel, giveBack } = await prepaid();
  expect(bill()).toEqual({ ...EMPTY_BILL, paid: 28_500 });
  await cancel('s2');
  expect(bill()).toEqual({ ...EMPTY_BILL, notCharged: 9000, paid: 28_500, toRefund: 9000 });
  await giveBack();
  expect(bill()).toEqual({ ...EMPTY_BILL, notCharged: 9000, paid: 28_500, refunded: 9000 });
});

test('an unpaid order is due only for what is still charged', async () => {
  const { bill, cancel } = await prepaid(false);
  expect(bill()).toEqual({ ...EMPTY_BILL, due: 28_500 });
  await cancel('s1');
  expect(bill()).toEqual({ ...EMPTY_BILL, notCharged: 9000, due: 19_500 });
});

test('a canceled order is charged nothing, before and after the refund', async () => {
  const { bench, bill, giveBack } = await prepaid();
  const args = { orderId: 'order', reason: 'No longer wanted' };
  await runRule(bench.world, overrideCancelOrder, args, inOffice('PROJECT_MANAGER'));
  // Its total is 0, so nothing of it is uncharged.
  expect(bench.order()).toMatchObject({ subtotal: 0, total: 0 });
  expect(bill()).toEqual({ ...EMPTY_BILL, paid: 28_500, toRefund: 28_500 });
  await giveBack();
  expect(bench.invoices().map(({ status }) => status)).toEqual(['VOID']);
  expect(bill()).toEqual({ ...EMPTY_BILL, paid: 28_500, refunded: 28_500 });
});
