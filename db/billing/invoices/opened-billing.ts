import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { findVisibleCompany } from '#db/ordering/orders/order-access-scope.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice } from './invoice.ts';
import { INVOICE_STATUS } from './invoice-status.ts';

/** Return the invoice of an online operation; NOT_FOUND when the actor does not see its company. */
export async function openedInvoice(
  tx: Transaction,
  context: OperationContext,
  invoiceId: string,
): Promise<Invoice> {
  onlineOnly(context);
  const row = await tx.get(invoice, invoiceId);
  if (!row || row.deleted || !(await findVisibleCompany(tx, context, row.companyId)))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

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
