import { expect, test } from 'vitest';
import { cancelBilling } from '#db/billing/invoices/cancel-billing.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { overrideCancelOrder } from './override-order.ts';

test('an order that is billed in part and then canceled charges each specimen, discount and fee once', async () => {
  const bench = await openBillingBench({
    specimens: ['COMPLETED', 'COMPLETED', 'RECEIVED'],
    bps: 1000,
    fee: 500,
  });
  await bench.billNow('s1');
  await runRule(
    bench.world,
    overrideCancelOrder,
    { orderId: 'order', reason: 'Study stopped' },
    inOffice('PROJECT_MANAGER'),
  );
  const bills = bench.invoices().map(({ id, status, totalDue }) => {
    const on = bench.linesOf(id).flatMap(({ specimenIds }) => specimenIds);
    return { status, totalDue, on };
  });
  expect(bills).toEqual([
    { status: 'AWAITING_BILLING', totalDue: 9500, on: ['s1'] },
    { status: 'AWAITING_BILLING', totalDue: 9000, on: ['s2'] },
  ]);
  expect(bench.order()).toMatchObject({ status: 'CANCELED', subtotal: 20_000, total: 18_500 });
});

test('an overdue unpaid invoice keeps its number as void when its order ends', async () => {
  const bench = await openBillingBench({ specimens: ['COMPLETED'] });
  const [bill] = bench.invoices();
  await bench.billNow('s1');
  await bench.issue(bill?.id ?? '');
  await bench.within((tx) => tx.patch(invoice, bill?.id ?? '', { status: 'AWAITING_PAYMENT' }));
  await bench.within((tx, context) => cancelBilling(tx, context, bench.order(), 'Declined'));
  expect(bench.one(bill?.id ?? '')).toMatchObject({ status: 'VOID', voided: true, voidReason: 'Declined' });
});
