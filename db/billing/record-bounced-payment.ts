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

/** The kinds of payment that billing can bounce: the processor reports a card's chargeback. */
const BOUNCING = ['CHECK', 'WIRE', 'ACH', 'WRITE_OFF'] as const;

/** Record that a payment bounced, or reverse a write-off; the invoice is open again (domain 4.6). */
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
    // The payment keeps the reason of its write-off; the history has the reason of the reversal.
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
      // Customers see neither a write-off nor its reversal.
      customerVisible: paymentRow.kind !== 'WRITE_OFF' || paymentRow.specimenIds !== null,
    });
    await settleInvoice(tx, context, invoiceId);
    return applied;
  },
});
