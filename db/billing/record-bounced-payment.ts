import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { openedInvoice } from './invoice-access-scope.ts';
import { payment } from './payment.ts';
import { assertPaymentTransition } from './payment-lifecycle.ts';
import { settleInvoice } from './settle-invoice.ts';

/** What bounces: a card's chargeback is told by its processor. */
const BOUNCING = ['CHECK', 'WIRE', 'ACH', 'WRITE_OFF'] as const;

/** A payment that was recorded did not come after all, or a write-off is taken back; the invoice is open again (domain 4.6). */
export const recordBouncedPayment = defineOperation({
  name: 'record-bounced-payment',
  version: 1,
  kind: 'intent',
  title: 'Record bounced payment',
  grant: 'billing/invoice:update',
  args: z.strictObject({ invoiceId: Id, paymentId: Id, reason: Reason }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, paymentId, reason }, context) {
    const row = await openedInvoice(tx, context, invoiceId);
    const paymentRow = await tx.get(payment, paymentId);
    if (!paymentRow || paymentRow.deleted || paymentRow.invoiceId !== row.id)
      throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (!BOUNCING.some((kind) => kind === paymentRow.kind))
      throw refuse('VALIDATION', 'Only a check or a transfer bounces; a card’s processor tells of its own.');
    if (paymentRow.status !== 'SUCCEEDED')
      throw refuse('ALREADY_FAILED', 'This payment does not count any more. Load the page again.');
    assertPaymentTransition(paymentRow.status, 'FAILED');
    // Why something was written off stays with it; why it is taken back stands in the history.
    const bounceReason = paymentRow.reason ?? reason;
    await tx.patch(payment, paymentRow.id, {
      status: 'FAILED',
      failureCode: 'bounced',
      reason: bounceReason,
    });
    await recordEvent(tx, context, {
      type: 'PAYMENT_FAILED',
      targetType: 'Invoice',
      targetId: invoiceId,
      data: { paymentId, kind: paymentRow.kind, amount: paymentRow.amount, failureCode: 'bounced', reason },
      // That a write-off is taken back is the lab's matter, as it was to write it off.
      customerVisible: paymentRow.kind !== 'WRITE_OFF' || paymentRow.specimenIds !== null,
    });
    await settleInvoice(tx, context, invoiceId);
    return applied;
  },
});
