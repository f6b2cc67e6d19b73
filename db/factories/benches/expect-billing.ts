import { expect } from 'vitest';
import { z } from 'zod';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { creditNote } from '#db/billing/credits/credit-note.ts';
import { judgedSpecimens } from '#db/billing/invoices/billed-specimens.ts';
import { calculateInvoiceBalance, countedAmount } from '#db/billing/invoices/invoice-balance.ts';
import { INVOICE_LIFECYCLE } from '#db/billing/invoices/invoice-lifecycle.ts';
import { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import { orderTotals } from '#db/billing/invoices/order-totals.ts';
import type { Payment } from '#db/billing/payments/payment.ts';
import { retainedAmount } from '#db/billing/payments/waiting-refunds.ts';
import { ORDER_LIFECYCLE } from '#db/ordering/orders/order.ts';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Bench } from './billing-bench.ts';
import { type Bank, heldBy, paymentsOf } from './dispute-moves.ts';

const sum = (rows: readonly number[]): number => rows.reduce((total, one) => total + one, 0);

/** Expects each invoice to come to its lines, and each specimen on one invoice only. */
export function expectLines(bench: Bench): void {
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

/** A specimen that is not charged is taken off once, and no more goes back than came. */
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

/** Expects what invoices say was paid to be what the bank holds. */
export function expectMoney(bench: Bench, bank: Bank): void {
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
    // Nothing above what is due is kept without waiting to go back.
    expect(retainedAmount(payments)).toBeLessThanOrEqual(one.totalDue);
    expectTakenOff(payments, one.totalDue);
  }
  expect(amountHeld).toBe(heldBy(bank));
}

/**
 * Expects the balance to be the total less credit notes, write-offs and payments, plus refunds and what disputes
 * took; each credit note counts once, and a void one not at all.
 */
export function expectBalance(bench: Bench): void {
  for (const one of bench.invoices()) {
    const payments = paymentsOf({ bench, one });
    const notes = bench.world.select(creditNote, { invoiceId: one.id });
    const credits = sum(notes.filter(({ voided }) => !voided).map(({ amount }) => amount));
    const of = (kinds: readonly string[], credited: boolean) =>
      sum(
        payments
          .filter((row) => kinds.includes(row.kind) && (row.creditNoteId !== null) === credited)
          .map(countedAmount),
      );
    expect(of(['WRITE_OFF'], true)).toBe(credits);
    const money = of(['CARD', 'CHECK', 'WIRE', 'ACH'], false);
    const refunds = -of(['REFUND'], false);
    const { balance } = calculateInvoiceBalance({ invoice: one, payments, today: '2026-11-21' });
    expect(one.totalDue - credits - of(['WRITE_OFF'], false) - money + refunds).toBe(balance);
  }
}

/** Expects credit note numbers without gaps and repetitions. */
export function expectCreditNumbers(bench: Bench): void {
  const numbers = bench.world
    .all(creditNote)
    .map(({ creditNoteNumber }) => creditNoteNumber)
    .sort();
  expect(numbers).toEqual(numbers.map((_, index) => `CN-W-26-${String(index + 1).padStart(6, '0')}`));
}

/** Expects invoice numbers without gaps and repetitions. */
export function expectNumbers(bench: Bench): void {
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

/** Expects only listed status changes; answers the statuses that were reached. */
export function expectListed(bench: Bench, reached = new Set<InvoiceStatus>()): ReadonlySet<InvoiceStatus> {
  for (const { data } of bench.world.select(event, { targetType: 'Invoice' })) {
    const moved = Moved(data);
    if (!moved) continue;
    reached.add(moved.to);
    expect(INVOICE_LIFECYCLE[moved.from]).toContain(moved.to);
  }
  return reached;
}

/** What was charged stays as it was, whatever happens to its order. */
export function expectFrozen(bench: Bench, frozen: Map<string, number>): void {
  for (const one of bench.invoices()) {
    if (one.issuedAt === null) continue;
    expect(one.totalDue).toBe(frozen.get(one.id) ?? one.totalDue);
    frozen.set(one.id, one.totalDue);
  }
}

/** Nobody is charged on what is still to be issued for what is not charged any more, and a sponsor pays all. */
export async function expectCounted(bench: Bench): Promise<void> {
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

/** The order goes into every status as often as out of it, but for where it began and where it stands: no move is told twice. */
export function expectMovedOnce(bench: Bench, began: OrderStatus): void {
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

/** The invoices of an order come to what it comes to, however it was divided among them; a void one was charged to nobody. */
export function expectShared(bench: Bench): void {
  const { status, subtotal, orderClassification } = bench.order();
  const invoices = bench.invoices();
  if (status === 'CANCELED' || invoices.some((one) => one.status === 'VOID' || one.status === 'CANCELED'))
    return;
  const adjustments = bench.world.select(priceAdjustment, { orderId: 'order' });
  // A rework is issued for nothing, without what its discount takes off.
  if (orderClassification !== 'REWORK') expect(sum(invoices.map((one) => one.subtotal))).toBe(subtotal);
  expect(sum(invoices.map((one) => one.totalDue))).toBe(orderTotals([subtotal], adjustments).total);
}

/** What was issued keeps its number in the books: it is voided, never canceled. */
export function expectBooked(bench: Bench): void {
  for (const { issuedAt, status, voided } of bench.invoices()) {
    expect(issuedAt !== null && status === 'CANCELED').toBe(false);
    expect(voided).toBe(status === 'VOID');
  }
}
