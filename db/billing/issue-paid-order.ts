import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignInvoiceNumber } from './assign-invoice-number.ts';
import { openInvoices } from './open-invoices.ts';
import { settleInvoice } from './settle-invoice.ts';

/** Issue the invoice of an accepted order that was paid before; refund an overpayment. */
export async function issuePaidOrder(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<void> {
  for (const one of await openInvoices(tx, orderId)) {
    if (one.issuedAt !== null || one.amountPaid === 0 || one.amountPaid < one.totalDue) continue;
    await assignInvoiceNumber(tx, context, one);
    await settleInvoice(tx, context, one.id);
  }
}
