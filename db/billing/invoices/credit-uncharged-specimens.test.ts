import { expect, test } from 'vitest';
import { payment } from '#db/billing/payments/payment.ts';
import { recordBouncedPayment } from '#db/billing/payments/record-payment.ts';
import { recordRefund } from '#db/billing/payments/record-refund.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { order } from '#db/ordering/orders/order.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { readyToBill } from './change-invoice-status.ts';
import { invoice } from './invoice.ts';

type Setting = Parameters<typeof openBillingBench>[0];

/** Return an order that was paid before it was accepted, three specimens at $100. */
async function prepaid(setting: Setting = {}, prepaidAmount?: number) {
  const bench = await openBillingBench({ orderType: 'ONLINE', ...setting });
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  const id = bench.drafts()[0]?.id ?? '';
  await bench.issue(id);
  await bench.pay(id, prepaidAmount ?? bench.one(id).totalDue, '4711');
  /** End a specimen, and repeat the derivations that bench work triggers. */
  const stop = async (specimenId: string, fields: Partial<Specimen>) => {
    for (let times = 0; times < 3; times += 1)
      await bench.within(async (tx, context) => {
        await tx.patch(specimen, specimenId, { completedAt: null, ...fields });
        await deriveOrderStatus(tx, context, 'order');
      });
  };
  const spoil = (specimenId: string) =>
    stop(specimenId, { status: 'FAILED_QC_CANCELED', failureReason: 'LAB_TECHNICIAN_ERROR' });
  const rows = (kind: string) =>
    bench.world.select(payment, { invoiceId: id }).filter((one) => one.kind === kind);
  return { ...bench, id, stop, spoil, rows };
}

test('the price of material spoiled in a prepaid order waits once to be refunded, and the rest stays paid', async () => {
  const bench = await prepaid();
  await bench.spoil('s2');
  expect(bench.rows('WRITE_OFF')).toMatchObject([{ amount: 10_000, specimenIds: ['s2'] }]);
  expect(bench.rows('REFUND')).toMatchObject([{ amount: -10_000, status: 'PENDING' }]);
  const [refund] = bench.rows('REFUND');
  const refundArgs = {
    invoiceId: bench.id,
    paymentId: refund?.id ?? '',
    amount: 10_000,
    reason: 'By check 12',
  };
  await runRule(bench.world, recordRefund, refundArgs, inOffice());
  expect(bench.world.one(invoice, bench.id)).toMatchObject({ status: 'PAID_IN_FULL', totalDue: 30_000 });
  expect(bench.world.one(specimen, 's1')?.paidFor, 'the others go on being worked on').toBe(true);
  await bench.spoil('s3');
  expect(bench.rows('REFUND').map(({ amount }) => amount)).toEqual([-10_000, -10_000]);
});

test('bad material is charged, and nothing is refunded', async () => {
  const bench = await prepaid();
  await bench.stop('s1', { status: 'FAILED_QC_CANCELED', failureReason: 'BAD_SAMPLE' });
  expect([...bench.rows('REFUND'), ...bench.rows('WRITE_OFF')]).toEqual([]);
});

test('a discount is not refunded, a fee stays, and refunds never exceed what was paid', async () => {
  const percent = await prepaid({ bps: 1000, fee: 2500 });
  await percent.spoil('s1');
  expect(percent.rows('REFUND')).toMatchObject([{ amount: -9000 }]);
  const fixed = await prepaid({ fixed: 25_000 });
  await fixed.spoil('s1');
  await fixed.spoil('s2');
  expect(
    fixed.rows('REFUND').reduce((sum, { amount }) => sum + amount, 0),
    'all that came',
  ).toBe(-5000);
});

test('a credit of an unpaid amount only reduces the balance', async () => {
  const bench = await prepaid({}, 5000);
  await bench.spoil('s1');
  expect(bench.rows('REFUND')).toEqual([]);
  expect(bench.one(bench.id)).toMatchObject({ status: 'PARTIALLY_PAID', amountPaid: 15_000 });
});

test('a specimen that billing charges after all is not credited again', async () => {
  const bench = await prepaid();
  await bench.spoil('s1');
  const [off] = bench.rows('WRITE_OFF');
  const args = { invoiceId: bench.id, paymentId: off?.id ?? '', reason: 'The customer dropped it' };
  await runRule(bench.world, recordBouncedPayment, args, inOffice());
  await bench.spoil('s1');
  expect(bench.rows('REFUND')).toMatchObject([{ status: 'CANCELED' }]);
  expect(bench.one(bench.id)).toMatchObject({ status: 'PAID_IN_FULL', amountPaid: 30_000 });
});

test('canceling the last specimen makes all money wait to be refunded, fees too, and then the invoice is void', async () => {
  const bench = await prepaid({ specimens: ['COMPLETED', 'COMPLETED'], fee: 2500 });
  for (const specimenId of ['s1', 's2'])
    await bench.stop(specimenId, { status: 'CANCELED', receivedAt: null, failureReason: null });
  expect(bench.world.one(order, 'order')?.status).toBe('CANCELED');
  const refunds = bench.rows('REFUND');
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(-22_500);
  for (const { id, amount } of refunds) {
    const refundArgs = { invoiceId: bench.id, paymentId: id, amount: -amount, reason: 'By check 12' };
    await runRule(bench.world, recordRefund, refundArgs, inOffice());
  }
  expect(bench.one(bench.id).status).toBe('VOID');
});

test('an order that is paid later is billed for what is charged, without automatic credits', async () => {
  const bench = await prepaid({ orderType: 'PURCHASE_ORDER' });
  await bench.spoil('s1');
  expect(bench.rows('WRITE_OFF')).toEqual([]);
});
