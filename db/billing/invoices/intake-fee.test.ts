import { expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { proposePriceAdjustment } from '#db/billing/adjustments/propose-price-adjustment.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import { overrideCancelOrder } from '#db/ordering/orders/override-order.ts';

const RECEIVED = '2026-11-20T10:00:00.000Z';

/** Return an order that was canceled after its receipt, with the status of each specimen by then. */
async function canceled(setting: Parameters<typeof openBillingBench>[0]) {
  const bench = await openBillingBench({ receivedAt: RECEIVED, status: 'RECEIVED', fee: 2500, ...setting });
  await runRule(bench.world, overrideCancelOrder, { orderId: 'order', reason: 'Stopped' }, inOffice('ADMIN'));
  const charge = (role: Role = 'BILLING_MANAGER', type: 'FEE' | 'DISCOUNT_FIXED' = 'FEE', n = 1) =>
    runRule(
      bench.world,
      proposePriceAdjustment,
      {
        orderId: 'order',
        adjustmentId: `01K9ZZZZZZZZZZZZZZZZZZZZZ${n}`,
        adjustment: { type, amount: 4500, label: 'Intake fee', reason: 'Unpacked and stored' },
      },
      inOffice(role),
    );
  return { ...bench, charge };
}

test('an order without charges gets an invoice of the intake fee alone, which is issued and paid', async () => {
  const bench = await canceled({ specimens: ['RECEIVED', 'RECEIVED'] });
  expect(bench.invoices()).toMatchObject([{ status: 'CANCELED' }]);
  await bench.charge();
  const [draft] = bench.drafts();
  expect(draft).toMatchObject({ status: 'AWAITING_BILLING', totalDue: 4500 });
  expect(bench.world.one(order, 'order')).toMatchObject({ total: 4500, paymentStatus: 'AWAITING_BILLING' });
  await bench.issue(draft?.id ?? '');
  expect(bench.linesOf(draft?.id ?? '')).toMatchObject([{ description: 'Intake fee', amount: 4500 }]);
  await bench.pay(draft?.id ?? '', 4500, '4711');
  expect(bench.one(draft?.id ?? '').status).toBe('PAID_IN_FULL');
  await bench.charge('BILLING_MANAGER', 'FEE', 2);
  expect(bench.drafts(), 'what is forgotten comes on another one').toMatchObject([{ totalDue: 4500 }]);
});

test('the fee is added to the invoice of work that had begun', async () => {
  const bench = await canceled({ specimens: ['COMPLETED', 'RECEIVED'], status: 'PROCESSING' });
  expect(bench.drafts()).toMatchObject([{ totalDue: 12_500 }]);
  await bench.charge();
  expect(bench.drafts()).toMatchObject([{ status: 'AWAITING_BILLING', totalDue: 17_000 }]);
});

test('only billing charges it, only a fee, and only for received material', async () => {
  const bench = await canceled({ specimens: ['RECEIVED'] });
  await expect(bench.charge('SALES_LEADER')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  await expect(bench.charge('BILLING_MANAGER', 'DISCOUNT_FIXED')).rejects.toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
  });
  bench.world.putRow(order, { ...bench.order(), receivedAt: null });
  await expect(bench.charge()).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
});
