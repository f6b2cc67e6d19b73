import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Invoice } from './invoice.ts';
import { openedInvoice } from './invoice-access-scope.ts';
import { INVOICE_STATUS } from './invoice-status.ts';

/** Return an issued invoice that is not ended, for a billing operation on it. */
export async function issuedInvoice(
  tx: Transaction,
  context: OperationContext,
  invoiceId: string,
): Promise<Invoice> {
  const row = await openedInvoice(tx, context, invoiceId);
  if (row.status === 'VOID')
    throw refuse('INVOICE_ENDED', 'This invoice is void. Open the one that replaces it, or none does.');
  if (row.issuedAt === null || row.status === 'CANCELED')
    throw refuse(
      'NOT_ISSUED',
      `This invoice is not issued: it is “${INVOICE_STATUS[row.status].label}”. Issue it first.`,
    );
  return row;
}

/** Return the order of an invoice. */
export async function orderOf(tx: Transaction, row: Pick<Invoice, 'orderId'>): Promise<Order> {
  const orderRow = await tx.get(order, row.orderId);
  if (!orderRow) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return orderRow;
}
