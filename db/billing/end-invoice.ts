import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import type { Invoice } from './invoice.ts';
import { payment } from './payment.ts';
import { settleInvoice } from './settle-invoice.ts';

/** The text for a person who voids an invoice with payments. */
export const MONEY_FIRST = 'Refund or reassign payments before voiding.';

/** Void an issued invoice without received or pending payments (domain 8.6); its specimens become unpaid. */
export async function endInvoice(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  reason: string,
): Promise<Invoice> {
  const payments = await tx.find(payment, { invoiceId: row.id });
  if (row.status === 'PROCESSING' || payments.some(({ status }) => status === 'PROCESSING'))
    throw refuse('PAYMENT_PROCESSING', 'A payment is being processed. Try again when it is decided.');
  const waiting = payments.some(({ kind, status }) => kind === 'REFUND' && status === 'PENDING');
  if (row.amountPaid !== 0 || waiting) throw refuse('MONEY_FIRST', MONEY_FIRST);
  await changeInvoiceStatus(tx, context, row, 'VOID', {
    event: 'INVOICE_VOIDED',
    reason,
    fields: { voided: true, voidReason: reason },
  });
  return settleInvoice(tx, context, row.id);
}
