import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, instant, int, longText, ref, text } from '#db/values/field-types.ts';
import { PaymentKind } from './payment-kind.ts';
import { PaymentStatus } from './payment-status.ts';

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
    /** The payment that a refund returns. */
    refundsPaymentId: ref.nullable(),
    /** The card processor's id of a refund. */
    providerRefundId: text.nullable(),
    /** The idempotency key of the intent, so that repeated requests make one. */
    idempotencyKey: text.nullable(),
    /** 1 for the first intent of an invoice. */
    attempt: int.min(1),
  }),
  create: [],
  update: [],
  list: {
    sort: ['receivedAt', 'amount', 'status', 'createdAt'],
    filter: ['invoiceId', 'kind', 'status'],
    search: ['reference', 'paymentIntentId'],
  },
  indexes: ['invoiceId', 'paymentIntentId', 'refundsPaymentId', 'providerRefundId', 'idempotencyKey'],
  replica: null,
});
export type Payment = Row<typeof payment>;
