import { expect, test } from 'vitest';
import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { recordBouncedPayment } from '#db/billing/payments/record-payment.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { buildPayment } from '#db/factories/build-billing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { creditInvoice } from './credit-invoice.ts';
import { creditNote } from './credit-note.ts';

/** Issue an invoice of $300.00 and answer how it is credited. */
async function issued() {
  const bench = await openBillingBench();
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  const id = bench.drafts()[0]?.id ?? '';
  await bench.issue(id);
  const credit = (amount: number, more: { reference?: string; seenRefund?: number } = {}, at?: string) =>
    runRule(
      bench.world,
      creditInvoice,
      { invoiceId: id, amount, reason: 'One specimen was billed twice', ...more },
      inOffice('BILLING_MANAGER', at),
    );
  const rows = () => bench.world.select(payment, { invoiceId: id });
  return { bench, id, credit, rows, notes: () => bench.world.all(creditNote) };
}

test('a credit note lowers the balance of an unpaid invoice, whose total stays as issued', async () => {
  const { bench, id, credit, notes, rows } = await issued();
  await credit(10_000);
  expect(bench.one(id)).toMatchObject({ totalDue: 30_000, amountPaid: 10_000, status: 'PARTIALLY_PAID' });
  expect(notes()).toMatchObject([
    { creditNoteNumber: 'CN-W-26-000001', amount: 10_000, reason: 'One specimen was billed twice' },
  ]);
  expect(rows().filter(({ kind }) => kind === 'REFUND')).toEqual([]);
});

test('a credit of a paid invoice refunds the card in the same operation', async () => {
  const { bench, id, credit, rows } = await issued();
  bench.world.putRow(payment, buildPayment({ id: 'card', invoiceId: id, amount: 30_000 }));
  await credit(10_000, { seenRefund: 10_000 });
  const [refund] = rows().filter(({ kind }) => kind === 'REFUND');
  expect(refund).toMatchObject({ amount: -10_000, status: 'PENDING', refundsPaymentId: 'card' });
  expect(refund?.reason).toBe('One specimen was billed twice');
  expect(bench.one(id)).toMatchObject({ amountPaid: 40_000, status: 'PAID_IN_FULL' });
});

test('a refund of a check is given at once under the number that billing enters, and waits without one', async () => {
  const atOnce = await issued();
  await atOnce.bench.pay(atOnce.id, 30_000, 'CH-1');
  await atOnce.credit(5000, { reference: 'CH-BACK-1' });
  expect(atOnce.rows().find(({ kind }) => kind === 'REFUND')).toMatchObject({
    status: 'SUCCEEDED',
    reference: 'CH-BACK-1',
  });
  expect(atOnce.bench.one(atOnce.id)).toMatchObject({ amountPaid: 30_000, status: 'PAID_IN_FULL' });
  expect(atOnce.bench.world.all(event).map(({ type }) => type)).toContain('PAYMENT_REFUNDED');
  const waiting = await issued();
  await waiting.bench.pay(waiting.id, 30_000, 'CH-1');
  await waiting.credit(5000);
  expect(waiting.rows().find(({ kind }) => kind === 'REFUND')).toMatchObject({ status: 'PENDING' });
});

test('no more than the invoice can be credited, together with what was credited and written off', async () => {
  const { credit } = await issued();
  await credit(20_000);
  await expect(credit(10_001)).rejects.toThrow('At most $100.00 of this invoice can be credited.');
  await credit(10_000);
  await expect(credit(1)).rejects.toThrow('At most $0.00');
});

test('a credit is refused when another amount goes back than was shown', async () => {
  const { bench, id, credit, notes } = await issued();
  await bench.pay(id, 30_000, 'CH-1');
  await expect(credit(10_000, { seenRefund: 0 })).rejects.toMatchObject({ code: 'TOTAL_CHANGED' });
  expect(notes()).toEqual([]);
});

test('a voided credit note keeps its number, and the next one follows it', async () => {
  const { bench, id, credit, notes, rows } = await issued();
  await credit(10_000);
  const row = rows().find(({ creditNoteId }) => creditNoteId !== null);
  await runRule(
    bench.world,
    recordBouncedPayment,
    { invoiceId: id, paymentId: row?.id ?? '', reason: 'Wrong invoice' },
    inOffice(),
  );
  expect(bench.one(id)).toMatchObject({ amountPaid: 0 });
  expect(notes()).toMatchObject([{ voided: true, voidReason: 'Wrong invoice' }]);
  await credit(5000);
  expect(notes().map(({ creditNoteNumber }) => creditNoteNumber)).toEqual([
    'CN-W-26-000001',
    'CN-W-26-000002',
  ]);
});

test('credit notes are counted by themselves, from 1 in each year', async () => {
  const { bench, credit, notes } = await issued();
  await credit(1000);
  await credit(1000, {}, '2027-01-04T10:00:00.000Z');
  expect(notes().map(({ creditNoteNumber }) => creditNoteNumber)).toEqual([
    'CN-W-26-000001',
    'CN-W-27-000001',
  ]);
  expect(bench.invoices().map(({ invoiceNumber }) => invoiceNumber)).toEqual(['INV-W-26-000001']);
});
