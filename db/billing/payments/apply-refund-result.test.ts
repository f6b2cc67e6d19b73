import { beforeEach, expect, test } from 'vitest';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { buildPayment } from '#db/factories/build-billing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import { applyRefunds, type ReportedRefund, refundKey } from './apply-refund-result.ts';
import { payment } from './payment.ts';
import { recordRefund } from './record-refund.ts';

let bench: Awaited<ReturnType<typeof openBillingBench>>;
let invoiceId = '';
const paidPayment = () =>
  buildPayment({ id: 'card', invoiceId, amount: 30_000, createdAt: '2026-11-21T10:05:00.000Z' });

/** An issued invoice over 30 000 that was paid by card. */
beforeEach(async () => {
  bench = await openBillingBench();
  await bench.billNow('s1', 's2', 's3');
  invoiceId = bench.invoices()[0]?.id ?? '';
  await bench.issue(invoiceId);
  bench.world.putRow(payment, paidPayment());
  await bench.within((tx, context) => settleInvoice(tx, context, invoiceId));
});

const refunds = () => bench.world.select(payment, { invoiceId, kind: 'REFUND' });
const ask = (amount: number, paymentId = 'card') =>
  runRule(bench.world, recordRefund, { invoiceId, paymentId, amount, reason: 'Agreed' }, inOffice());
const deliverRefunds = (...reports: ReportedRefund[]) =>
  bench.within((tx, context) => applyRefunds(tx, context, paidPayment(), reports));
const invoiceState = () => {
  const { status, amountPaid } = bench.one(invoiceId);
  return [status, amountPaid];
};

test('a refund in process is done when the processor says so, once, in any order of events', async () => {
  await ask(5000);
  const key = refundKey(refunds()[0] ?? paidPayment());
  const re = { id: 're_1', key, amount: 5000 };
  await deliverRefunds({ ...re, status: 'PROCESSING' });
  expect(invoiceState()).toEqual(['PAID_IN_FULL', 30_000]);
  await deliverRefunds({ ...re, status: 'SUCCEEDED' });
  await deliverRefunds({ ...re, status: 'SUCCEEDED' }, { ...re, status: 'PROCESSING' });
  expect(invoiceState()).toEqual(['PARTIALLY_PAID', 25_000]);
  expect(refunds()).toHaveLength(1);
  expect(bench.world.select(event, { type: 'PAYMENT_REFUNDED' })).toHaveLength(1);
});

test('a refund that fails later counts as paid again, is tried with another key, and the old one stays failed', async () => {
  await ask(5000);
  const first = { id: 're_1', key: refundKey(refunds()[0] ?? paidPayment()), amount: 5000 };
  await deliverRefunds({ ...first, status: 'SUCCEEDED' });
  await deliverRefunds({ ...first, status: 'FAILED' });
  expect(invoiceState()).toEqual(['PAID_IN_FULL', 30_000]);
  await deliverRefunds({ ...first, status: 'SUCCEEDED' });
  expect(refunds()[0]?.status).toBe('FAILED');
  await ask(5000, refunds()[0]?.id);
  const second = { id: 're_2', key: refundKey(refunds()[0] ?? paidPayment()), amount: 5000 };
  expect(second.key).not.toBe(first.key);
  await deliverRefunds({ ...first, status: 'FAILED' });
  expect(refunds()[0]?.status).toBe('PENDING');
  await deliverRefunds({ ...first, status: 'FAILED' }, { ...second, status: 'SUCCEEDED' });
  expect(invoiceState()).toEqual(['PARTIALLY_PAID', 25_000]);
  expect(refunds()).toHaveLength(1);
});

test('money that was refunded at the processor itself is subtracted from the invoice, once', async () => {
  const externalRefund = { id: 're_9', key: null, amount: 7000 } as const;
  await deliverRefunds({ ...externalRefund, status: 'SUCCEEDED' });
  await deliverRefunds({ ...externalRefund, status: 'SUCCEEDED' });
  expect(invoiceState()).toEqual(['PARTIALLY_PAID', 23_000]);
  await deliverRefunds({ id: 're_10', key: null, amount: 100, status: 'FAILED' });
  expect(refunds().map(({ amount, reason }) => [amount, reason])).toEqual([
    [-7000, 'Given back at the card processor'],
  ]);
});

test('a refund that a dispute withdrew, but that was already done, is counted, once', async () => {
  await ask(5000);
  const waiting = refunds()[0] ?? paidPayment();
  const reports = { status: 'FAILED', failureCode: 'charge_disputed', disputedAmount: 30_000 } as const;
  await bench.within((tx, context) =>
    applyPaymentResult(tx, context, bench.world.one(payment, 'card') ?? paidPayment(), {
      ...reports,
      amountReceived: 30_000,
    }),
  );
  expect(refunds().map(({ status }) => status)).toEqual(['CANCELED']);
  const reportedRefund = { id: 're_9', key: refundKey(waiting), amount: 5000, status: 'SUCCEEDED' } as const;
  await deliverRefunds(reportedRefund);
  await deliverRefunds(reportedRefund);
  expect(refunds().map(({ status, amount }) => [status, amount])).toEqual([
    ['CANCELED', -5000],
    ['SUCCEEDED', -5000],
  ]);
  expect(invoiceState()).toEqual(['FAILED', -5000]);
});
