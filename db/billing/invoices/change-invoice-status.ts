import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice, openInvoices } from './invoice.ts';
import { syncOrderPaymentStatus } from './invoice-balance.ts';
import { assertInvoiceTransition } from './invoice-lifecycle.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** The fields that are written together with a change of an invoice's status. */
export interface InvoiceChange {
  event?: EventType;
  reason?: string | null;
  fields?: Partial<Invoice>;
}

/**
 * Change the status of an invoice by a listed transition, with its event. The caller then syncs the payment
 * status of the order.
 */
export async function changeInvoiceStatus(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  to: InvoiceStatus,
  { event = 'INVOICE_STATUS_CHANGED', reason = null, fields = {} }: InvoiceChange = {},
): Promise<Invoice> {
  assertInvoiceTransition(row.status, to);
  const next = await tx.patch(invoice, row.id, { ...fields, status: to });
  await recordEvent(tx, context, {
    type: event,
    targetType: 'Invoice',
    targetId: row.id,
    data: { from: row.status, to, ...(reason === null ? {} : { reason }) },
    customerVisible: true,
  });
  return next;
}

/** Set an order with completed work to wait for billing (domain 4.6). */
export async function readyToBill(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<void> {
  for (const one of await openInvoices(tx, orderId))
    if (one.status === 'SERVICE_IN_PROGRESS') await changeInvoiceStatus(tx, context, one, 'AWAITING_BILLING');
}

/**
 * Open the invoice of an accepted order: work has begun and is billed when done. An invoice paid before stays
 * as it is.
 */
export async function startService(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  for (const one of await openInvoices(tx, row.id))
    if (one.status === 'PENDING') await changeInvoiceStatus(tx, context, one, 'SERVICE_IN_PROGRESS');
  await syncOrderPaymentStatus(tx, row.id);
}
