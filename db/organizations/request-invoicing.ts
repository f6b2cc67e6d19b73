import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type Company, company } from './company.ts';
import { fieldsToEdit } from './company-fields.ts';
import { InvoicingAnswer } from './invoicing.ts';
import { openCompany } from './open-company.ts';

async function record(
  tx: Transaction,
  context: OperationContext,
  row: Company,
  data: { invoicing: 'REQUESTED' | 'ALLOWED' | 'DECLINED'; reason?: string },
): Promise<void> {
  await recordEvent(tx, context, {
    type: 'COMPANY_UPDATED',
    targetType: 'Company',
    targetId: row.id,
    data,
    customerVisible: true,
  });
}

/** Ask the lab to accept purchase orders of the own organization, so that it can pay by invoice. */
export const requestInvoicing = defineOperation({
  name: 'request-invoicing',
  version: 1,
  kind: 'intent',
  title: 'Ask for invoicing',
  grant: 'create-order:create',
  args: z.strictObject({ companyId: Id }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId }, context) {
    const { row } = await openCompany(
      tx,
      context,
      companyId,
      (editor, edited) => editor.companyId === edited.id,
    );
    if (row.allowPurchaseOrder) return merged('ALREADY_ALLOWED', 'You can order by purchase order already.');
    if (row.invoicingRequestedAt !== null) return merged('ALREADY_REQUESTED', 'You have asked already.');
    await tx.patch(company, companyId, {
      invoicingRequestedAt: context.occurredAt,
      invoicingDeclinedReason: null,
    });
    await record(tx, context, row, { invoicing: 'REQUESTED' });
    return applied;
  },
});

/** Accept purchase orders of an organization that asked for invoicing, or decline with a reason that it reads. */
export const answerInvoicing = defineOperation({
  name: 'answer-invoicing',
  version: 1,
  kind: 'intent',
  title: 'Answer invoicing request',
  grant: 'billing/invoice:update',
  args: InvoicingAnswer.safeExtend({ companyId: Id }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, allow, reason }, context) {
    const { row } = await openCompany(tx, context, companyId, (editor, edited) =>
      fieldsToEdit(editor, edited).includes('allowPurchaseOrder'),
    );
    if (row.invoicingRequestedAt === null)
      throw refuse('ALREADY_DECIDED', 'This request was answered already. Reload the page.');
    if (!allow && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    await tx.patch(company, companyId, {
      invoicingRequestedAt: null,
      invoicingDeclinedReason: allow ? null : reason,
      ...(allow ? { allowPurchaseOrder: true } : {}),
    });
    await record(tx, context, row, {
      invoicing: allow ? 'ALLOWED' : 'DECLINED',
      ...(reason === null ? {} : { reason }),
    });
    return applied;
  },
});
