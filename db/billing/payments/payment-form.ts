import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { instant, text } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

/** The kinds of payment that no card processor reports, and the write-off. */
export const RECORDED_KINDS = ['CHECK', 'WIRE', 'ACH', 'WRITE_OFF'] as const;
const MAX_AMOUNT = 1_000_000_000;

/** The form of a recorded payment, shared by the page and the rule. */
export const RecordedPayment = z
  .strictObject({
    kind: z.enum(RECORDED_KINDS),
    amount: z.int().positive('Enter an amount above nothing.').max(MAX_AMOUNT, 'Enter a smaller amount.'),
    /** The number of the check or transfer. */
    reference: z.string().trim().max(200, 'Use at most 200 characters.').nullable().default(null),
    receivedAt: instant,
    reason: Reason.nullable().default(null),
  })
  .superRefine(({ kind, reference, reason }, context) => {
    if (kind === 'WRITE_OFF' && reason === null)
      context.addIssue({ code: 'custom', path: ['reason'], message: MESSAGES.reasonRequired });
    if (kind !== 'WRITE_OFF' && !reference)
      context.addIssue({
        code: 'custom',
        path: ['reference'],
        message: 'Enter the number of the check or transfer.',
      });
  });
export type RecordedPayment = z.infer<typeof RecordedPayment>;

/** A refund of a payment, in whole or in part, or the payout of a waiting refund. */
export const RefundForm = z.strictObject({
  paymentId: Id,
  amount: z.int().positive('Enter an amount above nothing.'),
  reason: Reason,
  reference: text.nullable().default(null),
});

/** The consent of the person who pays to saving the card for the organization. */
const SaveCard = z.boolean().default(false);

/** The card payment of an invoice; without an amount, of its balance. */
export const InvoicePaymentForm = z.strictObject({
  invoiceId: Id,
  amount: z.int().positive().nullable().default(null),
  saveCard: SaveCard,
});

/** The card payment of a draft. */
export const OrderPaymentForm = z.strictObject({
  orderId: Id,
  /** The amount that the person was shown; a payment of another amount is refused. */
  seenTotal: z.int().min(0).nullable().default(null),
  saveCard: SaveCard,
});
