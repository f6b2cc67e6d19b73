import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { type Invoice, invoice, invoiceLine } from './invoice.ts';
import { IssueForm } from './invoice-form.ts';
import { INVOICE_STATUS } from './invoice-status.ts';
import { assignInvoiceNumber } from './issue-paid-order.ts';
import { openedInvoice, orderOf } from './opened-billing.ts';
import { rewriteDrafts } from './rewrite-drafts.ts';
import { settleInvoice } from './settle-invoice.ts';

/** Recompute the charged specimens of a draft (domain 8.4); none of them may still be in work. */
async function finalLines(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  of: Order,
): Promise<Invoice> {
  const judgedRows = await judgedSpecimens(tx, of, of.orderClassification);
  await rewriteDrafts(
    tx,
    context,
    of,
    judgedRows.filter(({ billability }) => billability !== 'NOT_BILLABLE'),
  );
  const on = new Set(
    (await tx.find(invoiceLine, { invoiceId: row.id })).flatMap(({ specimenIds }) => specimenIds),
  );
  const inWork = judgedRows.filter(({ id, billability }) => billability === 'EXPECTED' && on.has(id)).length;
  if (inWork > 0)
    throw refuse(
      'STILL_IN_WORK',
      `${inWork} of its specimens are in work again. Issue it when they are done, or bill those now that are.`,
    );
  const after = await tx.get(invoice, row.id);
  if (!after) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return after;
}

/** Issue an invoice: its amounts, number and due date are final; an invoice of 0 is paid (domain 4.6). */
export const issueInvoice = defineOperation({
  name: 'issue-invoice',
  version: 1,
  kind: 'intent',
  title: 'Issue invoice',
  grant: 'billing/invoice:update',
  args: IssueForm.extend({ invoiceId: Id }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, seenTotal }, context) {
    const row = await openedInvoice(tx, context, invoiceId);
    if (row.status !== 'AWAITING_BILLING' || row.issuedAt !== null)
      throw refuse(
        'NOT_READY',
        `This invoice cannot be issued: it is “${INVOICE_STATUS[row.status].label}”.`,
      );
    const final = await finalLines(tx, context, row, await orderOf(tx, row));
    if (seenTotal !== null && seenTotal !== final.totalDue)
      throw refuse(
        'TOTAL_CHANGED',
        'What is billed has changed since you opened this. Load the page again and look at it.',
      );
    const numbered = await assignInvoiceNumber(tx, context, final);
    await changeInvoiceStatus(tx, context, numbered, numbered.totalDue === 0 ? 'PAID_IN_FULL' : 'BILLED');
    await settleInvoice(tx, context, invoiceId);
    return applied;
  },
});
