import { z } from 'zod';
import { type PriceAdjustment, priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { issueCreditNote } from '#db/billing/credits/issue-credit-note.ts';
import { billRest } from '#db/billing/invoices/bill-rest.ts';
import { changeInvoiceStatus } from '#db/billing/invoices/change-invoice-status.ts';
import { invoiceLine, openInvoices } from '#db/billing/invoices/invoice.ts';
import { syncOrderPaymentStatus } from '#db/billing/invoices/invoice-balance.ts';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { openDraft } from '#db/ordering/orders/order-access-scope.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { LabelPrice, labelFeeId, labelName } from './label-price.ts';

/** Return the label price in the total of an order; undefined when it includes none. */
export async function labelFeeOf(tx: Transaction, orderId: string): Promise<PriceAdjustment | undefined> {
  const fee = await tx.get(priceAdjustment, labelFeeId(orderId));
  return fee && !fee.deleted ? fee : undefined;
}

/** Include the price of a label in the total of an order, or take it out; the caller reprices it. */
export async function setLabelFee(
  tx: Transaction,
  context: OperationContext,
  row: Pick<Order, 'id'>,
  label: LabelPrice | null,
): Promise<void> {
  const all = await tx.find(priceAdjustment, { orderId: row.id, deleted: [true, false] });
  const known = all.find(({ id }) => id === labelFeeId(row.id));
  if (label === null) {
    if (known && !known.deleted) await tx.patch(priceAdjustment, known.id, { deleted: true });
    return;
  }
  const fee = {
    amount: label.cost,
    label: `Shipping label, ${labelName(label)}`,
    reason: 'The rate of the carrier when the label was chosen',
    deleted: false,
  };
  if (known) {
    await tx.patch(priceAdjustment, known.id, fee);
    return;
  }
  await tx.insert(priceAdjustment, {
    id: labelFeeId(row.id),
    orderId: row.id,
    type: 'FEE',
    computedAmount: 0,
    order: Math.max(0, ...all.map((one) => one.order)) + 1,
    status: 'APPROVED',
    approvedAt: context.occurredAt,
    ...fee,
  });
}

/** Choose a label of the lab for a draft: its price is in the total from now on (D29). */
export const chooseLabel = defineOperation({
  name: 'choose-label',
  version: 1,
  kind: 'intent',
  title: 'Choose shipping label',
  grant: 'shipping:create',
  args: z.strictObject({ orderId: Id, label: LabelPrice }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, label }, context) {
    const { row } = await openDraft(tx, context, orderId);
    await setLabelFee(tx, context, row, label);
    await tx.patch(order, orderId, { carrier: labelName(label), trackingNumber: null });
    return applied;
  },
});

/**
 * Include a label that is bought now in the total, unless it is there already. An order that paid for a label
 * gets that one, or one that costs no more. An issued invoice is not changed: the label gets an invoice of its own.
 */
export async function billLabel(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  label: LabelPrice,
): Promise<void> {
  const fee = await labelFeeOf(tx, row.id);
  if (fee) {
    const isChosen = fee.label === `Shipping label, ${labelName(label)}`;
    if (!isChosen && label.cost > (fee.amount ?? 0))
      throw refuse('OTHER_LABEL', `The order includes “${fee.label}”. Choose that one, or a cheaper one.`);
    return;
  }
  const bills = await openInvoices(tx, row.id);
  // The sponsor of a campaign has agreed to no label.
  if (bills.length === 0 || row.orderType === 'CAMPAIGN' || label.cost <= 0) return;
  await setLabelFee(tx, context, row, label);
  await billRest(tx, context, row, await repriceOrder(tx, context, row));
}

/** Cancel drafts on which nothing is left: an invoice that had only the label. */
async function cancelEmptyDrafts(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  for (const one of (await openInvoices(tx, row.id)).filter(({ issuedAt }) => issuedAt === null)) {
    const lines = await tx.find(invoiceLine, { invoiceId: one.id });
    if (lines.length === 0) await changeInvoiceStatus(tx, context, one, 'CANCELED');
  }
  await syncOrderPaymentStatus(tx, row.id);
}

/** Take the price of a label that is not needed out of the total; an issued invoice is corrected by a credit note. */
export async function returnLabelFee(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const fee = await labelFeeOf(tx, row.id);
  if (!fee) return;
  await setLabelFee(tx, context, row, null);
  const bills = await openInvoices(tx, row.id);
  const lines = await tx.find(invoiceLine, { priceAdjustmentId: fee.id });
  for (const bill of bills.filter(({ issuedAt }) => issuedAt !== null)) {
    const charged = lines.find(({ invoiceId }) => invoiceId === bill.id);
    if (!charged) continue;
    const reason = `${fee.label}: not needed`;
    await issueCreditNote(tx, context, bill, { amount: charged.amount, reason, specimenIds: null });
    await settleInvoice(tx, context, bill.id, reason);
  }
  if (bills.every(({ issuedAt }) => issuedAt !== null)) return;
  await repriceOrder(tx, context, row);
  await cancelEmptyDrafts(tx, context, row);
}
