import type { OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/event-type.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice } from './invoice.ts';
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
