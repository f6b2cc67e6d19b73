import { z } from 'zod';
import { payment } from '#db/billing/payments/payment.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { type Invoice, invoice, invoiceLine } from './invoice.ts';
import { syncOrderPaymentStatus } from './invoice-balance.ts';
import { invoiceLines, openInvoice } from './open-invoice.ts';
import { issuedInvoice, orderOf } from './opened-billing.ts';
import { rewriteDrafts } from './rewrite-drafts.ts';
import { settleInvoice } from './settle-invoice.ts';

/** The text for a person who voids an invoice with payments. */
const MONEY_FIRST = 'Refund or reassign payments before voiding.';

/** Void an issued invoice without received or pending payments (domain 8.6); its specimens become unpaid. */
async function endInvoice(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  reason: string,
): Promise<Invoice> {
  const payments = await tx.find(payment, { invoiceId: row.id });
  if (row.status === 'PROCESSING' || payments.some(({ status }) => status === 'PROCESSING'))
    throw refuse('PAYMENT_PROCESSING', 'A payment is being processed. Try again when it is decided.');
  const waiting = payments.some(({ kind, status }) => kind === 'REFUND' && status === 'PENDING');
  if (row.amountPaid !== 0 || waiting) throw refuse('MONEY_FIRST', MONEY_FIRST);
  await changeInvoiceStatus(tx, context, row, 'VOID', {
    event: 'INVOICE_VOIDED',
    reason,
    fields: { voided: true, voidReason: reason },
  });
  return settleInvoice(tx, context, row.id);
}

/**
 * Void an issued invoice; its specimens are not charged any more, unless a correction bills them (domain
 * 8.6).
 */
export const voidInvoice = defineOperation({
  name: 'void-invoice',
  version: 1,
  kind: 'intent',
  title: 'Void invoice',
  grant: 'billing/invoice:delete',
  args: z.strictObject({ invoiceId: Id, reason: Reason }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, reason }, context) {
    await endInvoice(tx, context, await issuedInvoice(tx, context, invoiceId), reason);
    return applied;
  },
});

/**
 * Void an issued invoice and make its correction: a draft with recomputed lines that waits to be issued
 * (domain 8.6).
 */
export const correctInvoice = defineOperation({
  name: 'correct-invoice',
  version: 1,
  kind: 'intent',
  title: 'Correct invoice',
  grant: 'billing/invoice:delete',
  args: z.strictObject({ invoiceId: Id, reason: Reason }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, reason }, context) {
    const wrong = await issuedInvoice(tx, context, invoiceId);
    const of = await orderOf(tx, wrong);
    const owner = await tx.get(company, wrong.companyId);
    if (!owner) throw refuse('NOT_FOUND', MESSAGES.notFound);
    const on = new Set((await tx.find(invoiceLine, { invoiceId })).flatMap(({ specimenIds }) => specimenIds));
    await endInvoice(tx, context, wrong, reason);
    const billed = (await judgedSpecimens(tx, of, of.orderClassification)).filter(
      ({ billability }) => billability !== 'NOT_BILLABLE',
    );
    const own = billed.filter(({ id }) => on.has(id));
    const newInvoice = await openInvoice(tx, context, of, owner, invoiceLines('Sequencing', own, []));
    const { customerPurchaseOrder, statementOfWork } = wrong;
    await tx.patch(invoice, newInvoice.id, {
      correctsInvoiceId: wrong.id,
      customerPurchaseOrder,
      statementOfWork,
    });
    await rewriteDrafts(tx, context, of, billed);
    const numberedInvoice = (await tx.get(invoice, newInvoice.id)) ?? newInvoice;
    const inService = await changeInvoiceStatus(tx, context, numberedInvoice, 'SERVICE_IN_PROGRESS');
    await changeInvoiceStatus(tx, context, inService, 'AWAITING_BILLING');
    await syncOrderPaymentStatus(tx, of.id);
    return applied;
  },
});
