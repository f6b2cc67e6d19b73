import { describe, expect, test } from 'vitest';
import { payment } from '#db/billing/payments/payment.ts';
import { recordBouncedPayment, recordPayment } from '#db/billing/payments/record-payment.ts';
import { recordRefund } from '#db/billing/payments/record-refund.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { markReadyToBill } from './bill-now.ts';
import { readyToBill } from './change-invoice-status.ts';
import { voidInvoice } from './correct-invoice.ts';
import { issueInvoice } from './issue-invoice.ts';
import { updateInvoice } from './update-invoice.ts';

type Bench = Awaited<ReturnType<typeof openBillingBench>>;

const onlyDraft = (bench: Bench): string => {
  const [draft] = bench.drafts();
  if (!draft) throw new Error('There is no draft.');
  return draft.id;
};
async function issued(setting: Parameters<typeof openBillingBench>[0] = {}) {
  const bench = await openBillingBench(setting);
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  const id = onlyDraft(bench);
  await bench.issue(id);
  return { bench, id };
}
const paymentsOf = ({ world }: Bench, invoiceId: string) => world.select(payment, { invoiceId });
const firstPayment = (bench: Bench, id: string): string => paymentsOf(bench, id)[0]?.id ?? '';

describe('issuing an invoice', () => {
  test('assigns the next number and the due date, and the order follows', async () => {
    const { bench, id } = await issued({ bps: 1250, fixed: 500, fee: 455 });
    expect(bench.one(id)).toMatchObject({
      invoiceNumber: 'INV-W-26-000001',
      status: 'BILLED',
      dueDate: '2026-12-21',
      subtotal: 30_000,
      totalDue: 30_000 - 3750 - 500 + 455,
    });
    expect(bench.order().paymentStatus).toBe('BILLED');
  });

  test('is refused when the total is not the one that was shown, and writes nothing', async () => {
    const bench = await openBillingBench();
    await bench.within((tx, context) => readyToBill(tx, context, 'order'));
    const invoiceId = onlyDraft(bench);
    const before = bench.one(invoiceId);
    const issue = (seenTotal: number) =>
      runRule(bench.world, issueInvoice, { invoiceId, seenTotal }, inOffice());
    await expect(issue(before.totalDue + 1)).rejects.toMatchObject({ code: 'TOTAL_CHANGED' });
    expect(bench.one(invoiceId)).toEqual(before);
    await issue(before.totalDue);
    expect(bench.one(invoiceId).status).toBe('BILLED');
  });

  test('of 0 makes it paid, with its specimens', async () => {
    const { bench, id } = await issued({ orderClassification: 'REWORK' });
    expect(bench.one(id)).toMatchObject({
      status: 'PAID_IN_FULL',
      totalDue: 0,
      invoiceNumber: 'INV-W-26-000001',
    });
    expect(bench.linesOf(id)).toEqual([]);
  });

  test('leaves out what the lab failed, and charges what the sample failed', async () => {
    const bench = await openBillingBench({
      specimens: ['COMPLETED', 'FAILED_QC_CANCELED', 'FAILED_QC_CANCELED', 'CANCELED'],
    });
    const fail = (id: string, failureReason: 'BAD_SAMPLE' | 'INVENTORY_ISSUE') => {
      const row = bench.world.one(specimen, id);
      if (row) bench.world.putRow(specimen, { ...row, failureReason });
    };
    fail('s2', 'BAD_SAMPLE');
    fail('s3', 'INVENTORY_ISSUE');
    await bench.within((tx, context) => readyToBill(tx, context, 'order'));
    const id = onlyDraft(bench);
    await bench.issue(id);
    expect(bench.linesOf(id).flatMap(({ specimenIds }) => specimenIds)).toEqual(['s1', 's2']);
    expect(bench.one(id).totalDue).toBe(20_000);
  });

  test('is refused without a draft to issue, with a specimen in work again, and with a changed total', async () => {
    const bench = await openBillingBench();
    const id = onlyDraft(bench);
    await expect(bench.issue(id)).rejects.toThrow('Service in progress');
    await bench.within((tx, context) => readyToBill(tx, context, 'order'));
    const row = bench.world.one(specimen, 's1');
    if (row) bench.world.putRow(specimen, { ...row, status: 'RESET' });
    await expect(bench.issue(id)).rejects.toMatchObject({ code: 'STILL_IN_WORK' });
  });

  test('is reserved for billing', async () => {
    const { bench, id } = await issued();
    await expect(
      runRule(bench.world, voidInvoice, { invoiceId: id, reason: 'x' }, inOffice('PROJECT_MANAGER')),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('billing now', () => {
  const running = () =>
    openBillingBench({
      specimens: ['COMPLETED', 'IN_PROGRESS', 'COMPLETED'],
      bps: 3333,
      fixed: 500,
      fee: 455,
    });

  test('takes completed specimens; the rest waits on a second invoice, no specimen on both', async () => {
    const bench = await running();
    await bench.billNow('s1', 's3');
    const [first, second] = bench.invoices();
    expect([first?.status, second?.status]).toEqual(['AWAITING_BILLING', 'SERVICE_IN_PROGRESS']);
    const on = (id = '') => bench.linesOf(id).flatMap(({ specimenIds }) => specimenIds);
    expect([on(first?.id), on(second?.id)]).toEqual([['s1', 's3'], ['s2']]);
    expect((first?.totalDue ?? 0) + (second?.totalDue ?? 0)).toBe(bench.order().total);
  });

  test('does not change an issued invoice by a later price, and both invoices sum to the order’s total', async () => {
    const bench = await running();
    await bench.billNow('s1');
    const [first] = bench.invoices();
    await bench.issue(first?.id ?? '');
    const charged = bench.one(first?.id ?? '').totalDue;
    await bench.within((tx, context) => repriceOrder(tx, context, bench.order()));
    const [newDraft, rest] = bench.invoices();
    const sum = [newDraft, rest].reduce((total, one) => total + (one?.totalDue ?? 0), 0);
    expect(bench.invoices().map(({ totalDue }) => totalDue)).toContain(charged);
    expect(sum).toBe(bench.order().total);
  });

  test('refuses specimens in work, billed specimens, and an order without anything in service', async () => {
    const bench = await running();
    await expect(bench.billNow('s2')).rejects.toMatchObject({ code: 'NOT_COMPLETED' });
    await bench.billNow('s1');
    await expect(bench.billNow('s1')).rejects.toMatchObject({ code: 'ALREADY_BILLED' });
    const done = await issued();
    await expect(done.bench.billNow('s1')).rejects.toMatchObject({ code: 'NOTHING_TO_BILL' });
  });

  test('marks a completed order as ready; one in work is refused', async () => {
    const ready = { orderId: 'order', paymentStatus: 'AWAITING_BILLING' as const };
    const still = await running();
    await expect(
      runRule(still.world, markReadyToBill, ready, inOffice('PROJECT_MANAGER')),
    ).rejects.toMatchObject({ code: 'STILL_IN_WORK' });
    const done = await openBillingBench();
    await runRule(done.world, markReadyToBill, ready, inOffice('PROJECT_MANAGER'));
    expect(done.order().paymentStatus).toBe('AWAITING_BILLING');
  });
});

describe('a payment that billing records', () => {
  test('updates the invoice and its specimens, first in part, then in full', async () => {
    const { bench, id } = await issued();
    await bench.pay(id, 10_000, '1001');
    expect(bench.one(id)).toMatchObject({ status: 'PARTIALLY_PAID', amountPaid: 10_000 });
    await bench.pay(id, 20_000, '1002');
    expect(bench.one(id).status).toBe('PAID_IN_FULL');
    expect(bench.world.select(specimen, { orderId: 'order' }).every(({ paidFor }) => paidFor)).toBe(true);
  });

  test('the same check is recorded once', async () => {
    const { bench, id } = await issued();
    await bench.pay(id, 10_000, '1001');
    await expect(bench.pay(id, 10_000, '1001')).rejects.toMatchObject({ code: 'ALREADY_RECORDED' });
  });

  test('makes a refund of an overpayment wait, which is given by hand and dropped when the check bounces', async () => {
    const { bench, id } = await issued();
    await bench.pay(id, 30_000, '1001');
    await bench.pay(id, 5000, '1002', '2026-11-21T11:00:00.000Z');
    const waiting = () => paymentsOf(bench, id).filter(({ kind }) => kind === 'REFUND');
    expect(waiting()).toMatchObject([{ amount: -5000, status: 'PENDING' }]);
    const bounced = paymentsOf(bench, id).find(({ reference }) => reference === '1001');
    await runRule(
      bench.world,
      recordBouncedPayment,
      { invoiceId: id, paymentId: bounced?.id ?? '', reason: 'No funds' },
      inOffice(),
    );
    expect(waiting()).toMatchObject([{ status: 'CANCELED' }]);
    expect(bench.one(id)).toMatchObject({ amountPaid: 5000, status: 'PARTIALLY_PAID' });
  });

  test('has its waiting refund given by hand once, whole', async () => {
    const { bench, id } = await issued();
    await bench.pay(id, 31_000, '1001');
    const waiting = paymentsOf(bench, id).find(({ kind }) => kind === 'REFUND');
    const give = (amount: number) =>
      runRule(
        bench.world,
        recordRefund,
        { invoiceId: id, paymentId: waiting?.id ?? '', amount, reason: 'Sent back' },
        inOffice(),
      );
    await expect(give(500)).rejects.toThrow('$10.00');
    await give(1000);
    expect(bench.one(id)).toMatchObject({ amountPaid: 30_000, status: 'PAID_IN_FULL' });
    await expect(give(1000)).rejects.toMatchObject({ code: 'ALREADY_REFUNDED' });
  });

  test('as a write-off requires a reason and is at most the balance', async () => {
    const { bench, id } = await issued();
    const writeOff = (amount: number, reason: string | null) =>
      runRule(
        bench.world,
        recordPayment,
        {
          invoiceId: id,
          payment: { kind: 'WRITE_OFF', amount, reason, receivedAt: '2026-11-20T10:00:00.000Z' },
        },
        inOffice(),
      );
    await expect(writeOff(1000, null)).rejects.toMatchObject({ code: 'VALIDATION' });
    await expect(writeOff(30_001, 'Small')).rejects.toThrow('$300.00');
    await writeOff(30_000, 'Insolvent');
    expect(bench.one(id).status).toBe('PAID_IN_FULL');
  });
});

describe('voiding and correcting an invoice', () => {
  test('requires that its money is refunded first', async () => {
    const { bench, id } = await issued();
    await bench.pay(id, 10_000, '1001');
    const end = () => runRule(bench.world, voidInvoice, { invoiceId: id, reason: 'Wrong' }, inOffice());
    await expect(end()).rejects.toThrow('Refund or reassign payments before voiding.');
    await runRule(
      bench.world,
      recordRefund,
      { invoiceId: id, paymentId: firstPayment(bench, id), amount: 10_000, reason: 'Back' },
      inOffice(),
    );
    await end();
    expect(bench.one(id)).toMatchObject({ status: 'VOID', voided: true, voidReason: 'Wrong' });
    await expect(end()).rejects.toMatchObject({ code: 'INVOICE_ENDED' });
  });

  test('bills the same specimens at their present price, under the next number', async () => {
    const { bench, id } = await issued();
    const row = bench.world.one(specimen, 's1');
    if (row) bench.world.putRow(specimen, { ...row, salesPrice: 8000 });
    await bench.correct(id);
    const draft = bench.one(onlyDraft(bench));
    expect(draft).toMatchObject({ correctsInvoiceId: id, status: 'AWAITING_BILLING', totalDue: 28_000 });
    await bench.issue(draft.id);
    expect(bench.one(draft.id).invoiceNumber).toBe('INV-W-26-000002');
    expect(bench.order()).toMatchObject({ paymentStatus: 'BILLED', total: 28_000 });
  });

  test('does not bill a void one again with the rest of its order', async () => {
    const bench = await openBillingBench({ specimens: ['COMPLETED', 'IN_PROGRESS'] });
    await bench.billNow('s1');
    const first = bench.invoices()[0]?.id ?? '';
    await bench.issue(first);
    await runRule(bench.world, voidInvoice, { invoiceId: first, reason: 'Goodwill' }, inOffice());
    await bench.within((tx, context) => repriceOrder(tx, context, bench.order()));
    const rest = bench.drafts()[0];
    expect(bench.linesOf(rest?.id ?? '').flatMap(({ specimenIds }) => specimenIds)).toEqual(['s2']);
  });

  test('allows new references until it ends, but not over another person’s change', async () => {
    const { bench, id } = await issued();
    const change = (seenVersion: number) =>
      runRule(
        bench.world,
        updateInvoice,
        { invoiceId: id, seenVersion, changes: { customerPurchaseOrder: 'PO-77' } },
        inOffice(),
      );
    await expect(change(-1)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await change(bench.one(id).version);
    expect(bench.one(id).customerPurchaseOrder).toBe('PO-77');
  });
});
