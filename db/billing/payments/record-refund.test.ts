import { describe, expect, test } from 'vitest';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { type PaymentKind, payment } from './payment.ts';
import { recordBouncedPayment, recordPayment } from './record-payment.ts';
import { recordRefund } from './record-refund.ts';

/** Return an issued invoice over 30 000 for which a check of 10 000 was received. */
async function withCheck() {
  const bench = await openBillingBench();
  await bench.billNow('s1', 's2', 's3');
  const invoiceId = bench.invoices()[0]?.id ?? '';
  await bench.issue(invoiceId);
  await bench.pay(invoiceId, 10_000, 'check 1');
  const paidWith = (kind: PaymentKind) => bench.world.select(payment, { invoiceId, kind })[0]?.id ?? '';
  const giveBack = (amount: number, paymentId = paidWith('CHECK')) =>
    runRule(bench.world, recordRefund, { invoiceId, paymentId, amount, reason: 'Agreed' }, inOffice());
  return { bench, invoiceId, paidWith, giveBack };
}

const asText = (cents: string) => `Only $${cents} of this payment can be given back.`;

describe('a refund', () => {
  test('never exceeds the received amount, at once or in parts', async () => {
    const { bench, invoiceId, giveBack } = await withCheck();
    await expect(giveBack(10_001)).rejects.toThrow(asText('100.00'));
    await giveBack(6000);
    await expect(giveBack(4001)).rejects.toThrow(asText('40.00'));
    expect(bench.one(invoiceId).amountPaid).toBe(4000);
    await giveBack(4000);
    expect(bench.one(invoiceId)).toMatchObject({ amountPaid: 0, status: 'BILLED' });
    await expect(giveBack(1)).rejects.toThrow(asText('0.00'));
  });

  test('is not given a second time when it waits', async () => {
    const { bench, invoiceId, paidWith, giveBack } = await withCheck();
    // Another 25 000 come: 5000 of them are an overpayment and wait.
    await bench.pay(invoiceId, 25_000, 'check 2', '2026-11-22T10:00:00.000Z');
    const second = bench.world.select(payment, { reference: 'check 2' })[0]?.id ?? '';
    const waiting = bench.world.one(payment, paidWith('REFUND'));
    expect(waiting).toMatchObject({ amount: -5000, status: 'PENDING', refundsPaymentId: second });
    await expect(giveBack(20_001, second)).rejects.toThrow(asText('200.00'));
    await giveBack(5000, waiting?.id);
    await expect(giveBack(20_001, second)).rejects.toThrow(asText('200.00'));
    expect(bench.one(invoiceId)).toMatchObject({ amountPaid: 30_000, status: 'PAID_IN_FULL' });
  });

  test('is refused for money that was never received, bounced or was written off', async () => {
    const { bench, invoiceId, paidWith, giveBack } = await withCheck();
    const refundArgs = {
      kind: 'WRITE_OFF' as const,
      amount: 700,
      reason: 'Small',
      receivedAt: '2026-11-20T10:00:00.000Z',
    };
    await runRule(bench.world, recordPayment, { invoiceId, payment: refundArgs }, inOffice());
    await expect(giveBack(1, paidWith('WRITE_OFF'))).rejects.toThrow(asText('0.00'));
    const bounced = { invoiceId, paymentId: paidWith('CHECK'), reason: 'No funds' };
    await runRule(bench.world, recordBouncedPayment, bounced, inOffice());
    await expect(giveBack(1)).rejects.toThrow(asText('0.00'));
    expect(bench.one(invoiceId).amountPaid).toBe(700);
  });
});
