import { z } from 'zod';
import { creditNote } from '#db/billing/credits/credit-note.ts';
import { issuedInvoice, openedInvoice } from '#db/billing/invoices/opened-billing.ts';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { Id } from '#db/values/id.ts';
import { moneyText } from '#db/values/money.ts';
import { Reason } from '#db/values/reason.ts';
import { assertPaymentTransition, isCredit, type Payment, payment } from './payment.ts';
import { RecordedPayment } from './payment-form.ts';
import { retainedAmount } from './waiting-refunds.ts';

/** The tolerance for a date in the future, because clocks differ; a later date is a mistake. */
const AHEAD_MS = 86_400_000;

const cardAttempts = (payments: readonly Payment[]): number =>
  payments.filter(({ kind }) => kind === 'CARD').length;

function checked(
  payments: readonly Payment[],
  totalDue: number,
  paymentInput: RecordedPayment,
  at: string,
): void {
  const { kind, amount, reference, receivedAt } = paymentInput;
  if (Date.parse(receivedAt) > Date.parse(at) + AHEAD_MS)
    throw refuse('VALIDATION', 'A payment is not received in the future.');
  const known = payments.some(
    (one) => one.kind === kind && one.status === 'SUCCEEDED' && one.reference === reference,
  );
  if (kind !== 'WRITE_OFF' && known)
    throw refuse('ALREADY_RECORDED', `${reference} is recorded on this invoice already.`);
  const balance = totalDue - retainedAmount(payments);
  if (kind === 'WRITE_OFF' && amount > balance)
    throw refuse('VALIDATION', `Only ${moneyText(Math.max(0, balance))} can be written off.`);
}

/**
 * Record a payment by check or transfer, or write off an amount that will not come (domain 8.5). An
 * overpayment waits as a refund.
 */
export const recordPayment = defineOperation({
  name: 'record-payment',
  version: 1,
  kind: 'intent',
  title: 'Record payment',
  grant: 'billing/invoice:update',
  args: z.strictObject({ invoiceId: Id, payment: RecordedPayment }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, payment: paymentInput }, context) {
    const row = await issuedInvoice(tx, context, invoiceId);
    const payments = await tx.find(payment, { invoiceId });
    checked(payments, row.totalDue, paymentInput, context.occurredAt);
    const newPayment = await tx.insert(payment, {
      id: context.newId(),
      invoiceId,
      ...paymentInput,
      status: 'SUCCEEDED',
      recordedById: context.actor.userId,
      // Of this payment and the card attempts, the later one counts as the latest.
      attempt: Math.max(1, cardAttempts(payments)),
    });
    await recordEvent(tx, context, {
      type: 'PAYMENT_SUCCEEDED',
      targetType: 'Invoice',
      targetId: invoiceId,
      data: {
        paymentId: newPayment.id,
        kind: paymentInput.kind,
        amount: paymentInput.amount,
        reference: paymentInput.reference,
        ...(paymentInput.reason === null ? {} : { reason: paymentInput.reason }),
      },
      customerVisible: paymentInput.kind !== 'WRITE_OFF',
    });
    await settleInvoice(tx, context, invoiceId);
    return applied;
  },
});

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
    // The number of the credit note stays in the books.
    if (paymentRow.creditNoteId !== null)
      await tx.patch(creditNote, paymentRow.creditNoteId, { voided: true, voidReason: reason });
    await recordEvent(tx, context, {
      type: 'PAYMENT_FAILED',
      targetType: 'Invoice',
      targetId: invoiceId,
      data: { paymentId, kind: paymentRow.kind, amount: paymentRow.amount, failureCode: 'bounced', reason },
      // Customers see neither a write-off nor its reversal.
      customerVisible: paymentRow.kind !== 'WRITE_OFF' || isCredit(paymentRow),
    });
    await settleInvoice(tx, context, invoiceId);
    return applied;
  },
});
