import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { INVOICE_LIFECYCLE } from './invoice-lifecycle.ts';
import { openInvoices } from './open-invoices.ts';
import { payment } from './payment.ts';
import { standOfOrder } from './stand-of-order.ts';

/**
 * Ends what a canceled order would have cost: an invoice without money on it is CANCELED, or VOID once issued. Money that
 * came is to be given back: its refund waits as a PENDING payment, and its invoice is voided when that is done.
 */
export async function cancelBilling(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
): Promise<void> {
  for (const one of await openInvoices(tx, row.id)) {
    if (one.amountPaid > 0) {
      await askRefunds(tx, context, one.id, reason);
      continue;
    }
    const to = INVOICE_LIFECYCLE[one.status].includes('CANCELED') ? 'CANCELED' : 'VOID';
    const issued = to === 'VOID' ? { voided: true, voidReason: reason } : {};
    await changeInvoiceStatus(tx, context, one, to, {
      event: to === 'VOID' ? 'INVOICE_VOIDED' : 'INVOICE_STATUS_CHANGED',
      reason,
      fields: issued,
    });
  }
  await standOfOrder(tx, row.id);
}

async function askRefunds(
  tx: Transaction,
  context: OperationContext,
  invoiceId: string,
  reason: string,
): Promise<void> {
  const payments = await tx.find(payment, { invoiceId });
  const back = new Set(payments.filter(({ kind }) => kind === 'REFUND').map((one) => one.refundsPaymentId));
  for (const one of payments) {
    if (one.status !== 'SUCCEEDED' || one.kind === 'REFUND' || one.kind === 'WRITE_OFF' || back.has(one.id))
      continue;
    await tx.insert(payment, {
      id: context.newId(),
      invoiceId,
      kind: 'REFUND',
      amount: -one.amount,
      status: 'PENDING',
      refundsPaymentId: one.id,
      recordedById: context.actor.userId,
      reason,
      attempt: 1,
    });
  }
}
