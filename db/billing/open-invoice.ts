import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/order.ts';
import type { Company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice } from './invoice.ts';
import { invoiceLine } from './invoice-line.ts';
import type { DraftLine } from './invoice-lines.ts';
import { draftInvoiceNumber } from './invoice-number.ts';
import type { Totals } from './order-totals.ts';
import { payerOf } from './payer-of.ts';

/**
 * Open an invoice of an order for its payer: PENDING, with provisional amounts and no number yet (domain 4.6,
 * 8.3).
 */
export async function openInvoice(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  owner: Pick<Company, 'billingEmails'>,
  { totals, lines }: { totals: Totals; lines: readonly DraftLine[] },
): Promise<Invoice> {
  const before = await tx.find(invoice, { orderId: row.id });
  const newInvoice = await tx.insert(invoice, {
    id: context.newId(),
    invoiceNumber: draftInvoiceNumber(row.orderNumber, before.length + 1),
    totalDue: totals.total,
    voided: false,
    status: 'PENDING',
    orderId: row.id,
    subtotal: totals.subtotal,
    adjustmentTotal: totals.adjustmentTotal,
    amountPaid: 0,
    ...(await payerOf(tx, row, owner)),
  });
  for (const line of lines)
    await tx.insert(invoiceLine, { id: context.newId(), invoiceId: newInvoice.id, ...line });
  await recordEvent(tx, context, {
    type: 'INVOICE_CREATED',
    targetType: 'Invoice',
    targetId: newInvoice.id,
    data: { orderNumber: row.orderNumber, totalDue: totals.total },
  });
  return newInvoice;
}
