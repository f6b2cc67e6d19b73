import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { creditableAmount } from '#db/billing/credits/credit-preview.ts';
import { issueCreditNote } from '#db/billing/credits/issue-credit-note.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { NOT_CHARGED_REASON } from '#db/billing/payments/waiting-refunds.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { type Invoice, type InvoiceLine, invoiceLine, openInvoices } from './invoice.ts';
import { type AdjustmentRow, orderTotals } from './order-totals.ts';
import { settleInvoice } from './settle-invoice.ts';

/** Return the discounts and fees with which an invoice was issued, whatever their later status. */
async function adjustmentsOn(tx: Transaction, lines: readonly InvoiceLine[]): Promise<AdjustmentRow[]> {
  const appliedAmounts = new Map(
    lines.map(({ priceAdjustmentId, amount }) => [priceAdjustmentId ?? '', amount]),
  );
  appliedAmounts.delete('');
  const rows =
    appliedAmounts.size === 0 ? [] : await tx.find(priceAdjustment, { id: [...appliedAmounts.keys()] });
  return rows.map((row) => ({
    ...row,
    status: 'APPROVED',
    deleted: false,
    // Each of several invoices that share an amount has its own part.
    amount: row.type === 'DISCOUNT_PERCENT' ? row.amount : Math.abs(appliedAmounts.get(row.id) ?? 0),
  }));
}

/** Return the part of an invoice that specimens cause: the total with them less the total without them. */
async function worthOf(
  tx: Transaction,
  lines: readonly InvoiceLine[],
  before: ReadonlySet<string>,
  free: ReadonlySet<string>,
): Promise<number> {
  const adjustments = await adjustmentsOn(tx, lines);
  const sold = lines.flatMap(({ specimenIds, unitPrice }) => specimenIds.map((id) => ({ id, unitPrice })));
  const totalWithout = (without: (id: string) => boolean): number =>
    orderTotals(
      sold.filter(({ id }) => !without(id)).map(({ unitPrice }) => unitPrice),
      adjustments,
    ).total;
  return totalWithout((id) => before.has(id)) - totalWithout((id) => before.has(id) || free.has(id));
}

/**
 * Credit the specimens of an issued invoice that turned out not to be charged (domain 8.4), each once: the
 * balance falls by a credit note, and what was paid for them waits to be refunded. The lines stay as issued.
 */
export async function takeOffBill(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  uncharged: readonly { id: string; requisitionNumber: string }[],
): Promise<void> {
  const lines = await tx.find(invoiceLine, { invoiceId: row.id });
  const on = new Set(lines.flatMap(({ specimenIds }) => specimenIds));
  const payments = await tx.find(payment, { invoiceId: row.id });
  // A credit that billing reversed is not made again.
  const before = new Set(payments.flatMap(({ specimenIds }) => specimenIds ?? []));
  const free = uncharged.filter(({ id }) => on.has(id) && !before.has(id));
  const ids = free.map(({ id }) => id);
  const worth = free.length === 0 ? 0 : await worthOf(tx, lines, before, new Set(ids));
  // What billing credited or wrote off before is not credited again.
  const amount = Math.min(worth, creditableAmount({ totalDue: row.totalDue, payments }));
  if (amount <= 0) return;
  const reason = `Not charged: ${free.map(({ requisitionNumber }) => requisitionNumber).join(', ')}`;
  await issueCreditNote(tx, context, row, { specimenIds: ids, amount, reason });
  await settleInvoice(tx, context, row.id, NOT_CHARGED_REASON);
}

/** Refund the cost of uncharged specimens of an order that was paid before it was accepted. */
export async function creditUnchargedSpecimens(
  tx: Transaction,
  context: OperationContext,
  row: Pick<Order, 'id' | 'orderType' | 'orderClassification'>,
): Promise<void> {
  if (row.orderType !== 'ONLINE') return;
  const issued = (await openInvoices(tx, row.id)).filter(({ issuedAt }) => issuedAt !== null);
  if (issued.length === 0) return;
  const judgedRows = await judgedSpecimens(tx, row, row.orderClassification);
  const uncharged = judgedRows.filter(({ billability }) => billability === 'NOT_BILLABLE');
  for (const one of issued) await takeOffBill(tx, context, one, uncharged);
}
