import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { openInvoices } from './open-invoices.ts';
import { syncOrderPaymentStatus } from './sync-order-payment-status.ts';

/**
 * Open the invoice of an accepted order: work has begun and is billed when done. An invoice paid before stays
 * as it is.
 */
export async function startService(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  for (const one of await openInvoices(tx, row.id))
    if (one.status === 'PENDING') await changeInvoiceStatus(tx, context, one, 'SERVICE_IN_PROGRESS');
  await syncOrderPaymentStatus(tx, row.id);
}
