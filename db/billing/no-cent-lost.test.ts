import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { batch } from '#db/batches/batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { type Bank, heldBy, newBank } from '#db/factories/bank.ts';
import { inOffice, openBillingBench } from '#db/factories/billing-bench.ts';
import {
  type Bench,
  cardRefund,
  drawnMove,
  type MoveInput,
  paymentsOf,
  perform,
  webhook,
} from '#db/factories/billing-moves.ts';
import { buildBatch } from '#db/factories/build-batch.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { payByCard } from '#db/factories/dispute-moves.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { ORDER_LIFECYCLE } from '#db/ordering/order-lifecycle.ts';
import { OrderStatus } from '#db/ordering/order-status.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { cancelBilling } from './cancel-billing.ts';
import { calculateInvoiceBalance } from './invoice-balance.ts';
import { INVOICE_LIFECYCLE } from './invoice-lifecycle.ts';
import { INVOICE_STATUSES, InvoiceStatus } from './invoice-status.ts';
import { orderTotals } from './order-totals.ts';
import type { Payment } from './payment.ts';
import { priceAdjustment } from './price-adjustment.ts';
import { readyToBill } from './ready-to-bill.ts';
import { startPayment } from './start-payment.ts';
import { voidInvoice } from './void-invoice.ts';
import { retainedAmount } from './waiting-refunds.ts';

const sum = (rows: readonly number[]): number => rows.reduce((total, one) => total + one, 0);

function expectLines(bench: Bench): void {
  const countedIds = new Set<string>();
  for (const one of bench.invoices()) {
    const lines = bench.linesOf(one.id);
    expect(sum(lines.map(({ amount }) => amount))).toBe(one.totalDue);
    expect(one.totalDue).toBe(one.subtotal + one.adjustmentTotal);
    expect(one.totalDue).toBeGreaterThanOrEqual(0);
    if (one.status === 'VOID' || one.status === 'CANCELED') continue;
    for (const id of lines.flatMap(({ specimenIds }) => specimenIds)) {
      expect(countedIds).not.toContain(id);
      countedIds.add(id);
    }
  }
}

/** Assert that each uncharged specimen is credited once, and that refunds never exceed receipts. */
function expectTakenOff(payments: readonly Payment[], totalDue: number): void {
  const off = payments.filter(({ specimenIds }) => specimenIds !== null);
  expect(sum(off.map(({ amount }) => amount))).toBeLessThanOrEqual(totalDue);
  const specimens = off.flatMap(({ specimenIds }) => specimenIds ?? []);
  expect(new Set(specimens).size).toBe(specimens.length);
  for (const incomingPayment of payments.filter(({ kind }) => kind !== 'REFUND')) {
    const back = payments.filter(
      ({ refundsPaymentId, status }) => refundsPaymentId === incomingPayment.id && status !== 'CANCELED',
    );
    expect(-sum(back.map(({ amount }) => amount))).toBeLessThanOrEqual(incomingPayment.amount);
  }
}

function expectMoney(bench: Bench, bank: Bank): void {
  let amountHeld = 0;
  for (const one of bench.invoices()) {
    const payments = paymentsOf({ bench, one });
    const { amountPaid: incomingPayment, status } = calculateInvoiceBalance({
      invoice: one,
      payments,
      today: '2026-11-21',
    });
    expect(one.amountPaid).toBe(incomingPayment);
    amountHeld += incomingPayment;
    if (one.issuedAt === null || one.status === 'VOID') continue;
    expect(one.status).toBe(status);
    // Every overpayment waits as a refund.
    expect(retainedAmount(payments)).toBeLessThanOrEqual(one.totalDue);
    expectTakenOff(payments, one.totalDue);
  }
  expect(amountHeld).toBe(heldBy(bank));
}

function expectNumbers(bench: Bench): void {
  const numbers = bench
    .invoices()
    .filter(({ issuedAt }) => issuedAt !== null)
    .map(({ invoiceNumber }) => Number(invoiceNumber.slice(-6)))
    .sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const all = bench.invoices().map(({ invoiceNumber }) => invoiceNumber);
  expect(new Set(all).size).toBe(all.length);
}

const Moved = (data: Record<string, unknown>) => {
  const from = InvoiceStatus.safeParse(data['from']);
  const to = InvoiceStatus.safeParse(data['to']);
  return from.success && to.success ? { from: from.data, to: to.data } : undefined;
};

function expectListed(bench: Bench, reached = new Set<InvoiceStatus>()): ReadonlySet<InvoiceStatus> {
  for (const { data } of bench.world.select(event, { targetType: 'Invoice' })) {
    const moved = Moved(data);
    if (!moved) continue;
    reached.add(moved.to);
    expect(INVOICE_LIFECYCLE[moved.from]).toContain(moved.to);
  }
  return reached;
}

/** Assert that issued charges never change, whatever happens to the order. */
function expectFrozen(bench: Bench, frozen: Map<string, number>): void {
  for (const one of bench.invoices()) {
    if (one.issuedAt === null) continue;
    expect(one.totalDue).toBe(frozen.get(one.id) ?? one.totalDue);
    frozen.set(one.id, one.totalDue);
  }
}

/** Assert that no draft charges an uncharged specimen, and that a sponsor pays everything. */
async function expectCounted(bench: Bench): Promise<void> {
  const { orderType, status, total } = bench.order();
  if (orderType === 'CAMPAIGN') {
    expect(total).toBe(0);
    expect(new Set(bench.invoices().map(({ companyId }) => companyId))).toEqual(new Set(['sponsor']));
  }
  if (status === 'CANCELED' || status === 'COMPLETED') return;
  const judgedRows = await bench.within((tx) => judgedSpecimens(tx, bench.order(), 'STANDARD'));
  const deletedIds = bench.world.select(specimen, { deleted: true }).map(({ id }) => id);
  const free = judgedRows.filter(({ billability }) => billability === 'NOT_BILLABLE').map(({ id }) => id);
  const drafts = bench.drafts().filter((one) => one.status !== 'VOID');
  const on = drafts.flatMap(({ id }) => bench.linesOf(id)).flatMap(({ specimenIds }) => specimenIds);
  expect(on.filter((id) => deletedIds.includes(id) || free.includes(id))).toEqual([]);
}

const Turned = z.object({ from: OrderStatus, to: OrderStatus });

/** Assert that no transition is recorded twice: an order leaves every earlier status as often as it enters. */
function expectMovedOnce(bench: Bench, began: OrderStatus): void {
  const statusCounts = new Map<OrderStatus, number>([[began, 1]]);
  const count = (status: OrderStatus, by: number) =>
    statusCounts.set(status, (statusCounts.get(status) ?? 0) + by);
  for (const { type, data } of bench.world.select(event, { targetType: 'Order' })) {
    const turned = Turned.safeParse(data);
    if (!turned.success) continue;
    const { from, to } = turned.data;
    if (type !== 'ORDER_OVERRIDE') expect(ORDER_LIFECYCLE[from]).toContain(to);
    count(from, -1);
    count(to, 1);
  }
  expect([...statusCounts].filter(([, times]) => times !== 0)).toEqual([[bench.order().status, 1]]);
}

/** Assert that the invoices of an order sum to its total, however divided; a void one charges nobody. */
function expectShared(bench: Bench): void {
  const { status, subtotal, orderClassification } = bench.order();
  const invoices = bench.invoices();
  if (status === 'CANCELED' || invoices.some((one) => one.status === 'VOID' || one.status === 'CANCELED'))
    return;
  const adjustments = bench.world.select(priceAdjustment, { orderId: 'order' });
  // A rework is issued for 0, without its discount.
  if (orderClassification !== 'REWORK') expect(sum(invoices.map((one) => one.subtotal))).toBe(subtotal);
  expect(sum(invoices.map((one) => one.totalDue))).toBe(orderTotals([subtotal], adjustments).total);
}

/** Assert that an issued invoice keeps its number: it is voided, never canceled. */
function expectBooked(bench: Bench): void {
  for (const { issuedAt, status, voided } of bench.invoices()) {
    expect(issuedAt !== null && status === 'CANCELED').toBe(false);
    expect(voided).toBe(status === 'VOID');
  }
}

const setting = fc.record({
  kind: fc.constantFrom('ONLINE', 'SALES_ORDER', 'CAMPAIGN', 'REWORK' as const),
  begun: fc.constantFrom('not', 'whole', 'in parts' as const),
  byCard: fc.boolean(),
  bps: fc.integer({ min: 0, max: 10_000 }),
  fixed: fc.integer({ min: 0, max: 30_000 }),
  fee: fc.integer({ min: 0, max: 5000 }),
  unit: fc.integer({ min: 0, max: 15_000 }),
  specimens: fc.array(
    fc.constantFrom(
      'COMPLETED',
      'COMPLETED',
      'IN_PROGRESS',
      'FAILED_QC_CANCELED',
      'RECEIVED',
      'ORDERED' as const,
    ),
    { minLength: 1, maxLength: 4 },
  ),
});
type DrawnSetting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

/** Open a bench of the drawn kind: a rework is free by discount; a campaign is billed to its sponsor. */
function openedAs({ kind, begun: _, byCard: __, ...drawnSetting }: DrawnSetting) {
  const received = { ...drawnSetting, receivedAt: '2026-11-18T10:00:00.000Z' };
  if (kind === 'CAMPAIGN') return openBillingBench({ ...received, orderType: kind, campaignCode: 'SPRING' });
  if (kind === 'REWORK')
    return openBillingBench({ ...received, orderClassification: kind, bps: 10_000, fee: 0 });
  return openBillingBench({ ...received, orderType: kind });
}

/** Issue started work, at once or a part before the rest; otherwise everything is still in service. */
async function startPayments(bench: Bench, paymentStart: DrawnSetting['begun']): Promise<void> {
  if (paymentStart === 'not') return;
  const issueReady = async () => {
    const ready = bench.drafts().find(({ status }) => status === 'AWAITING_BILLING');
    if (ready) await bench.issue(ready.id).catch(expectRefusal);
  };
  if (paymentStart === 'in parts') {
    await bench.billNow('s1').catch(expectRefusal);
    await issueReady();
  }
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  await issueReady();
}

/** Put some specimens into a started batch: once canceled they are charged, and they are not deleted. */
function putInBatch(bench: Bench): void {
  bench.world.putRow(batch, buildBatch({ id: 'batch', startedAt: '2026-11-19T10:00:00.000Z' }));
  for (const { id, status } of bench.world.all(specimen))
    if (status === 'IN_PROGRESS' && id !== 's1')
      bench.world.putRow(
        sample,
        buildSample({ id: `of-${id}`, specimenId: id, batchId: 'batch', status: 'IN_PROGRESS' }),
      );
}

/** Accept a refusal of a rule, but fail on a dead end. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  expect(error.code).not.toBe('INTERNAL');
  expect(error.message).not.toContain('Cannot change status');
}

describe('any sequence of billing, customer and card processor actions', () => {
  test('loses or doubles no cent, skips no number, bills no specimen twice and makes no unlisted transition', async () => {
    await fc.assert(
      fc.asyncProperty(
        setting,
        fc.array(drawnMove, { minLength: 4, maxLength: 30 }),
        async (drawnSetting, moves) => {
          const bench = await openedAs(drawnSetting);
          putInBatch(bench);
          const began = bench.order().status;
          const bank = newBank();
          const frozen = new Map<string, number>();
          await startPayments(bench, drawnSetting.begun);
          if (drawnSetting.byCard) await payByCard(bench, bank).catch(expectRefusal);
          for (const [n, one] of moves.entries()) {
            await perform(bench, bank, one, n).catch(expectRefusal);
            expectLines(bench);
            expectMoney(bench, bank);
            expectNumbers(bench);
            expectFrozen(bench, frozen);
            expectBooked(bench);
            expectShared(bench);
            await expectCounted(bench);
          }
          expectListed(bench);
          expectMovedOnce(bench, began);
        },
      ),
      { numRuns: 120 },
    );
  });
});

test('reaches every status of an invoice', async () => {
  const bench = await openBillingBench({ specimens: ['COMPLETED', 'IN_PROGRESS'] });
  const bank = newBank();
  await bench.billNow('s1');
  const id = bench.invoices()[0]?.id ?? '';
  await bench.issue(id);
  const moveInput = (index = 0): MoveInput => ({
    bench,
    bank,
    one: bench.one(id),
    which: index,
    amount: 0,
    n: 0,
  });
  const card = (amount: number | null) =>
    runRule(bench.world, startPayment, { invoiceId: id, amount }, inOffice());
  // A card payment of everything is declined; a part succeeds; the rest is declined, then succeeds too.
  await card(null);
  await webhook(moveInput(), 'FAILED');
  await card(5000);
  await webhook(moveInput(), 'PROCESSING');
  await webhook(moveInput(), 'SUCCEEDED');
  await card(null);
  await webhook(moveInput(1), 'FAILED');
  await webhook(moveInput(1), 'SUCCEEDED');
  expect(bench.one(id)).toMatchObject({ status: 'PAID_IN_FULL', totalDue: 10_000 });
  await bench.within((tx, context) => cancelBilling(tx, context, bench.order(), 'No longer wanted'));
  await cardRefund(moveInput());
  await cardRefund(moveInput());
  await runRule(bench.world, voidInvoice, { invoiceId: id, reason: 'Wrong' }, inOffice());
  expectMoney(bench, bank);
  expect(bank).toMatchObject({ received: 10_000, writtenOff: 0, wentBack: 10_000 });
  const reached = expectListed(bench, new Set<InvoiceStatus>(['PENDING']));
  expect(INVOICE_STATUSES.filter((status) => !reached.has(status))).toEqual([]);
});
