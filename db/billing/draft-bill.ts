import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/order.ts';
import type { Submission } from '#db/ordering/submission.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { type Invoice, invoice } from './invoice.ts';
import { invoiceLine } from './invoice-line.ts';
import { invoiceLines } from './invoice-lines.ts';
import { openInvoice } from './open-invoice.ts';
import { openInvoices } from './open-invoices.ts';

/**
 * Return the invoice of a draft that is paid by card before it is accepted, with the draft's present total;
 * open one when there is none. The order itself stays editable.
 */
export async function billDraft(
  tx: Transaction,
  context: OperationContext,
  { row, owner, submission }: { row: Order; owner: Company; submission: Submission },
): Promise<Invoice> {
  const { specimens, quote, adjustments, service } = submission;
  const bill = invoiceLines(
    service.name,
    specimens.filter(({ billable }) => billable).map(({ id }) => ({ id, salesPrice: quote.unit })),
    adjustments,
  );
  const open = (await openInvoices(tx, row.id)).find(({ issuedAt }) => issuedAt === null);
  if (!open) {
    const newInvoice = await openInvoice(tx, context, row, owner, bill);
    return changeInvoiceStatus(tx, context, newInvoice, 'AWAITING_PAYMENT');
  }
  for (const old of await tx.find(invoiceLine, { invoiceId: open.id }))
    await tx.patch(invoiceLine, old.id, { deleted: true });
  for (const line of bill.lines)
    await tx.insert(invoiceLine, { id: context.newId(), invoiceId: open.id, ...line });
  const { subtotal, adjustmentTotal, total: totalDue } = bill.totals;
  const updated = await tx.patch(invoice, open.id, {
    subtotal,
    adjustmentTotal,
    totalDue,
    billingAddress: row.billingAddress,
    billingEmails: owner.billingEmails,
  });
  return open.status === 'PENDING' ? changeInvoiceStatus(tx, context, updated, 'AWAITING_PAYMENT') : updated;
}
