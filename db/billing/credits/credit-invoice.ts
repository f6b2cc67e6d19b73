import { issuedInvoice } from '#db/billing/invoices/opened-billing.ts';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { type Payment, payment } from '#db/billing/payments/payment.ts';
import { recordRefundPaid } from '#db/billing/payments/record-refund.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { moneyText } from '#db/values/money.ts';
import { CreditForm } from './credit-form.ts';
import { creditableAmount, previewCredit } from './credit-preview.ts';
import { issueCreditNote } from './issue-credit-note.ts';

/** Record new refunds of checks and transfers as given under this number; card refunds run by themselves. */
async function recordManualRefunds(
  tx: Transaction,
  context: OperationContext,
  before: readonly Payment[],
  { invoiceId, reference }: { invoiceId: string; reference: string },
): Promise<void> {
  const known = new Set(before.map(({ id }) => id));
  const after = await tx.find(payment, { invoiceId });
  const kinds = new Map(after.map(({ id, kind }) => [id, kind]));
  for (const one of after) {
    if (known.has(one.id) || one.kind !== 'REFUND' || kinds.get(one.refundsPaymentId ?? '') === 'CARD')
      continue;
    const refundRow = await tx.patch(payment, one.id, {
      status: 'SUCCEEDED',
      reference,
      receivedAt: context.occurredAt,
    });
    await recordRefundPaid(tx, context, refundRow);
  }
}

/**
 * Correct an issued invoice by a credit note and refund what is paid too much then, in one operation. The
 * invoice and its lines stay as issued (decision 17).
 */
export const creditInvoice = defineOperation({
  name: 'credit-invoice',
  version: 1,
  kind: 'intent',
  title: 'Refund and correct',
  grant: 'billing/invoice:update',
  args: CreditForm.extend({ invoiceId: Id }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, amount, reason, reference, seenRefund }, context) {
    const row = await issuedInvoice(tx, context, invoiceId);
    const before = await tx.find(payment, { invoiceId });
    const bill = { totalDue: row.totalDue, payments: before };
    const maxAmount = creditableAmount(bill);
    if (amount > maxAmount)
      throw refuse('VALIDATION', `At most ${moneyText(maxAmount)} of this invoice can be credited.`);
    if (seenRefund !== null && seenRefund !== previewCredit(bill, amount).refundTotal)
      throw refuse(
        'TOTAL_CHANGED',
        'A payment came or went since you opened this. Look at the amounts again.',
      );
    await issueCreditNote(tx, context, row, { amount, reason, specimenIds: null });
    await settleInvoice(tx, context, invoiceId, reason);
    if (reference !== null) {
      await recordManualRefunds(tx, context, before, { invoiceId, reference });
      await settleInvoice(tx, context, invoiceId);
    }
    return applied;
  },
});
