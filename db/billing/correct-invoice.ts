import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { endInvoice } from './end-invoice.ts';
import { invoice } from './invoice.ts';
import { invoiceLine } from './invoice-line.ts';
import { invoiceLines } from './invoice-lines.ts';
import { openInvoice } from './open-invoice.ts';
import { issuedInvoice, orderOf } from './opened-billing.ts';
import { rewriteDrafts } from './rewrite-drafts.ts';
import { syncOrderPaymentStatus } from './sync-order-payment-status.ts';

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
