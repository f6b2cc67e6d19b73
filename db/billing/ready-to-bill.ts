import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { openInvoices } from './open-invoices.ts';

/** Set an order with completed work to wait for billing (domain 4.6). */
export async function readyToBill(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<void> {
  for (const one of await openInvoices(tx, orderId))
    if (one.status === 'SERVICE_IN_PROGRESS') await changeInvoiceStatus(tx, context, one, 'AWAITING_BILLING');
}
