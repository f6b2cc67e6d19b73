import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, instant, int, longText, ref, text } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The kind of a payment: received, refunded, or written off. */
export const PAYMENT_KINDS = ['CARD', 'CHECK', 'WIRE', 'ACH', 'REFUND', 'WRITE_OFF'] as const;
export const PaymentKind = z.enum(PAYMENT_KINDS);
export type PaymentKind = z.infer<typeof PaymentKind>;

/** The last four digits of a card. */
export const CardLast4 = z.string().regex(/^\d{4}$/);

/** The label of each kind on screens. */
export const PAYMENT_KIND: Record<PaymentKind, string> = {
  CARD: 'Card',
  CHECK: 'Check',
  WIRE: 'Wire transfer',
  ACH: 'ACH transfer',
  REFUND: 'Refund',
  WRITE_OFF: 'Write-off',
};

/** Return whether a payment row counts a credit: a correction of the bill, not an unpaid debt. */
export const isCredit = ({
  specimenIds,
  creditNoteId,
}: {
  specimenIds: readonly string[] | null;
  creditNoteId: string | null;
}): boolean => specimenIds !== null || creditNoteId !== null;

/** Return the label of one payment: a credit is not called a write-off. */
export const paymentWord = (row: {
  kind: PaymentKind;
  specimenIds: readonly string[] | null;
  creditNoteId: string | null;
}): string => {
  if (row.creditNoteId !== null) return 'Credit note';
  return isCredit(row) ? 'Taken off the bill' : PAYMENT_KIND[row.kind];
};

/** Return the label of a card on screens and receipts. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brand} ending in ${last4}`;

/** Return how one payment was made, with its card or number: a receipt names it. */
export function paymentName(
  row: Parameters<typeof paymentWord>[0] & {
    cardBrand: string | null;
    cardLast4: string | null;
    reference: string | null;
  },
): string {
  const { cardBrand, cardLast4, reference, kind, creditNoteId } = row;
  if (cardLast4 !== null) return cardName({ brand: cardBrand ?? PAYMENT_KIND.CARD, last4: cardLast4 });
  const shows = reference !== null && (kind !== 'WRITE_OFF' || creditNoteId !== null);
  return shows ? `${paymentWord(row)} ${reference}` : paymentWord(row);
}

/** The life cycle of a payment; only SUCCEEDED counts as paid. */
export const PAYMENT_STATUSES = ['PENDING', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** The labels of a received payment that does not count any more, by reason. */
const REVERSAL_DISPLAY: Readonly<Record<string, StatusDisplay>> = {
  bounced: { label: 'Bounced', rank: 3, tone: 'bad' },
  charge_disputed: { label: 'Disputed', rank: 3, tone: 'bad' },
  dispute_lost: { label: 'Dispute lost', rank: 3, tone: 'bad' },
};
const TAKEN_BACK: StatusDisplay = { label: 'Taken back', rank: 3, tone: 'quiet' };

/** The label, order and tone of each status. */
export const PAYMENT_STATUS: Record<PaymentStatus, StatusDisplay> = {
  PENDING: { label: 'Pending', rank: 0, tone: 'neutral' },
  PROCESSING: { label: 'Processing', rank: 1, tone: 'active' },
  SUCCEEDED: { label: 'Succeeded', rank: 2, tone: 'good' },
  FAILED: { label: 'Failed', rank: 3, tone: 'bad' },
  CANCELED: { label: 'Canceled', rank: 4, tone: 'quiet' },
};

/** Return the status label of one payment, precise about disputes and bounces. */
export function paymentDisplay({
  kind,
  status,
  failureCode,
}: {
  kind: string;
  status: PaymentStatus;
  failureCode: string | null;
}): StatusDisplay {
  if (status !== 'FAILED') return PAYMENT_STATUS[status];
  return kind === 'WRITE_OFF' ? TAKEN_BACK : (REVERSAL_DISPLAY[failureCode ?? ''] ?? PAYMENT_STATUS.FAILED);
}

/** Money that was received for an invoice, or refunded; an intent that is tried again keeps its row. */
export const payment = defineEntity({
  name: 'Payment',
  table: 'payment',
  schema: z.object({
    ...tenantFields,
    invoiceId: ref,
    kind: PaymentKind,
    /** Negative for a refund. */
    amount: cents,
    status: PaymentStatus,
    paymentIntentId: text.nullable(),
    failureCode: text.nullable(),
    /** Brand and last four digits of the card, as its processor reports them. */
    cardBrand: text.nullable(),
    cardLast4: CardLast4.nullable(),
    /** The person who agreed to saving the card for the organization. */
    cardConsentById: ref.nullable(),
    /** The amount that the card owner took back by a dispute that is open or lost. */
    disputedAmount: cents.nullable(),
    /** The number of a check or transfer. */
    reference: text.nullable(),
    receivedAt: instant.nullable(),
    recordedById: ref.nullable(),
    /** The reason of a write-off or refund. */
    reason: longText.nullable(),
    /** For an automatic credit: the specimens that are not charged. */
    specimenIds: z.array(ref).nullable(),
    /** The credit note whose amount this row counts. */
    creditNoteId: ref.nullable(),
    /** The payment that a refund returns. */
    refundsPaymentId: ref.nullable(),
    /** The card processor's id of a refund. */
    providerRefundId: text.nullable(),
    /** The idempotency key of the intent, so that repeated requests make one. */
    idempotencyKey: text.nullable(),
    /** 1 for the first intent of an invoice. */
    attempt: int.min(1),
  }),
  indexes: [
    'invoiceId',
    'paymentIntentId',
    'creditNoteId',
    'refundsPaymentId',
    'providerRefundId',
    'idempotencyKey',
  ],
  replica: null,
});
export type Payment = Row<typeof payment>;

/**
 * The allowed transitions. A declined card may be tried again with the same intent, so FAILED is not the end;
 * a succeeded payment fails when it bounces; a refund is a payment of its own.
 */
export const PAYMENT_LIFECYCLE: Lifecycle<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED'],
  PROCESSING: ['SUCCEEDED', 'FAILED', 'CANCELED'],
  SUCCEEDED: ['FAILED'],
  FAILED: ['PENDING', 'PROCESSING', 'SUCCEEDED', 'CANCELED'],
  CANCELED: [],
};

/** Refuse a change of a payment's status that the table does not list. */
export const assertPaymentTransition = (from: PaymentStatus, to: PaymentStatus): void =>
  assertListed(PAYMENT_LIFECYCLE, PAYMENT_STATUS, from, to);
