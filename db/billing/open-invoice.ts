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

/** Opens the invoice of an order as it is submitted: PENDING, with provisional amounts and no number yet (domain 4.6). */
export async function openInvoice(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  owner: Pick<Company, 'billingEmails'>,
  { totals, lines }: { totals: Totals; lines: readonly DraftLine[] },
): Promise<Invoice> {
  const before = await tx.find(invoice, { orderId: row.id });
  const opened = await tx.insert(invoice, {
    id: context.newId(),
    invoiceNumber: draftInvoiceNumber(row.orderNumber, before.length + 1),
    totalDue: totals.total,
    voided: false,
    customerPurchaseOrder: row.purchaseOrderNumber,
    status: 'PENDING',
    orderId: row.id,
    companyId: row.companyId,
    subtotal: totals.subtotal,
    adjustmentTotal: totals.adjustmentTotal,
    amountPaid: 0,
    billingAddress: row.billingAddress,
    billingEmails: owner.billingEmails,
  });
  for (const line of lines)
    await tx.insert(invoiceLine, { id: context.newId(), invoiceId: opened.id, ...line });
  await recordEvent(tx, context, {
    type: 'INVOICE_CREATED',
    targetType: 'Invoice',
    targetId: opened.id,
    data: { orderNumber: row.orderNumber, totalDue: totals.total },
  });
  return opened;
}
