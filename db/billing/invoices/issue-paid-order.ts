import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice, openInvoices } from './invoice.ts';
import { nextInvoiceNumber } from './invoice-number.ts';
import { settleInvoice } from './settle-invoice.ts';

const DAY_MS = 86_400_000;

/** Return the day some days after a calendar day. */
const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Issue an invoice: assign the next number and the due date, and freeze its amounts (domain 8.6). */
export async function assignInvoiceNumber(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
): Promise<Invoice> {
  const of = await tx.get(order, row.orderId);
  const owner = await tx.get(company, row.companyId);
  const terms = of?.orderType === 'ONLINE' ? 0 : (owner?.paymentTermsDays ?? 30);
  const issued = await tx.patch(invoice, row.id, {
    invoiceNumber: await nextInvoiceNumber(tx, context, row.entity),
    issuedAt: context.occurredAt,
    dueDate: daysAfter(context.labDay, terms),
  });
  await recordEvent(tx, context, {
    type: 'INVOICE_ISSUED',
    targetType: 'Invoice',
    targetId: row.id,
    data: { invoiceNumber: issued.invoiceNumber, totalDue: issued.totalDue, dueDate: issued.dueDate },
    customerVisible: true,
  });
  return issued;
}

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
