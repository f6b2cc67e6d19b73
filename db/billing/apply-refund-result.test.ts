import { beforeEach, expect, test } from 'vitest';
import { inOffice, openBillingBench } from '#db/factories/billing-bench.ts';
import { buildPayment } from '#db/factories/build-payment.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/event.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import { applyRefunds, refundKey, type ToldRefund } from './apply-refund-result.ts';
import { payment } from './payment.ts';
import { recordRefund } from './record-refund.ts';
import { settleInvoice } from './settle-invoice.ts';

let bench: Awaited<ReturnType<typeof openBillingBench>>;
let invoiceId = '';
const paid = () =>
  buildPayment({ id: 'card', invoiceId, amount: 30_000, createdAt: '2026-11-21T10:05:00.000Z' });

/** An issued invoice over 30 000 that was paid by card. */
beforeEach(async () => {
  bench = await openBillingBench();
  await bench.billNow('s1', 's2', 's3');
  invoiceId = bench.invoices()[0]?.id ?? '';
  await bench.issue(invoiceId);
  bench.world.put(payment, paid());
  await bench.within((tx, context) => settleInvoice(tx, context, invoiceId));
});

const refunds = () => bench.world.where(payment, { invoiceId, kind: 'REFUND' });
const ask = (amount: number, paymentId = 'card') =>
  runRule(bench.world, recordRefund, { invoiceId, paymentId, amount, reason: 'Agreed' }, inOffice());
const tell = (...told: ToldRefund[]) =>
  bench.within((tx, context) => applyRefunds(tx, context, paid(), told));
const stand = () => {
  const { status, amountPaid } = bench.one(invoiceId);
  return [status, amountPaid];
};

test('a refund that the processor is still at is done when it says so, once, in whatever order it is told', async () => {
  await ask(5000);
  const key = refundKey(refunds()[0] ?? paid());
  const re = { id: 're_1', key, amount: 5000 };
  await tell({ ...re, status: 'PROCESSING' });
  expect(stand()).toEqual(['PAID_IN_FULL', 30_000]);
  await tell({ ...re, status: 'SUCCEEDED' });
  await tell({ ...re, status: 'SUCCEEDED' }, { ...re, status: 'PROCESSING' });
  expect(stand()).toEqual(['PARTIALLY_PAID', 25_000]);
  expect(refunds()).toHaveLength(1);
  expect(bench.world.where(event, { type: 'PAYMENT_REFUNDED' })).toHaveLength(1);
});

test('one that fails after it was given counts as paid again, is tried under another key, and the old one stays failed', async () => {
  await ask(5000);
  const first = { id: 're_1', key: refundKey(refunds()[0] ?? paid()), amount: 5000 };
  await tell({ ...first, status: 'SUCCEEDED' });
  await tell({ ...first, status: 'FAILED' });
  expect(stand()).toEqual(['PAID_IN_FULL', 30_000]);
  await tell({ ...first, status: 'SUCCEEDED' });
  expect(refunds()[0]?.status).toBe('FAILED');
  await ask(5000, refunds()[0]?.id);
  const second = { id: 're_2', key: refundKey(refunds()[0] ?? paid()), amount: 5000 };
  expect(second.key).not.toBe(first.key);
  await tell({ ...first, status: 'FAILED' });
  expect(refunds()[0]?.status).toBe('PENDING');
  await tell({ ...first, status: 'FAILED' }, { ...second, status: 'SUCCEEDED' });
  expect(stand()).toEqual(['PARTIALLY_PAID', 25_000]);
  expect(refunds()).toHaveLength(1);
});

test('money that was given back at the processor itself is gone from the invoice, once', async () => {
  const elsewhere = { id: 're_9', key: null, amount: 7000 } as const;
  await tell({ ...elsewhere, status: 'SUCCEEDED' });
  await tell({ ...elsewhere, status: 'SUCCEEDED' });
  expect(stand()).toEqual(['PARTIALLY_PAID', 23_000]);
  await tell({ id: 're_10', key: null, amount: 100, status: 'FAILED' });
  expect(refunds().map(({ amount, reason }) => [amount, reason])).toEqual([
    [-7000, 'Given back at the card processor'],
  ]);
});

test('a refund that a dispute withdrew, and that had gone by then, is counted all the same, once', async () => {
  await ask(5000);
  const waiting = refunds()[0] ?? paid();
  const told = { status: 'FAILED', failureCode: 'charge_disputed', disputedAmount: 30_000 } as const;
  await bench.within((tx, context) =>
    applyPaymentResult(tx, context, bench.world.one(payment, 'card') ?? paid(), {
      ...told,
      amountReceived: 30_000,
    }),
  );
  expect(refunds().map(({ status }) => status)).toEqual(['CANCELED']);
  const given = { id: 're_9', key: refundKey(waiting), amount: 5000, status: 'SUCCEEDED' } as const;
  await tell(given);
  await tell(given);
  expect(refunds().map(({ status, amount }) => [status, amount])).toEqual([
    ['CANCELED', -5000],
    ['SUCCEEDED', -5000],
  ]);
  expect(stand()).toEqual(['FAILED', -5000]);
});
