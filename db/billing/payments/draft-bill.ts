import { changeInvoiceStatus } from '#db/billing/invoices/change-invoice-status.ts';
import { type Invoice, invoice, invoiceLine, openInvoices } from '#db/billing/invoices/invoice.ts';
import { invoiceLines, openInvoice } from '#db/billing/invoices/open-invoice.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Submission } from '#db/ordering/drafts/submission.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';

/** The message for a customer whose order total differs from what was paid or shown. */
export const TOTAL_CHANGED = 'The order total changed. Please review and try again.';

/** What is billed of a submission. */
type BilledSubmission = Pick<Submission, 'specimens' | 'adjustments'> & {
  quote: Pick<Submission['quote'], 'unit'>;
  service: Pick<Submission['service'], 'name'>;
};

/**
 * Return the invoice of a draft that is paid by card before it is accepted, with the draft's present total;
 * open one when there is none. The order itself stays editable.
 */
export async function billDraft(
  tx: Transaction,
  context: OperationContext,
  { row, owner, submission }: { row: Order; owner: Company; submission: BilledSubmission },
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
    await tx.insert(invoiceLine, { id: context.newId(), entity: row.entity, invoiceId: open.id, ...line });
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
