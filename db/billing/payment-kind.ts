import { z } from 'zod';

/** The kind of a payment: received, refunded, or written off. */
export const PAYMENT_KINDS = ['CARD', 'CHECK', 'WIRE', 'ACH', 'REFUND', 'WRITE_OFF'] as const;
export const PaymentKind = z.enum(PAYMENT_KINDS);
export type PaymentKind = z.infer<typeof PaymentKind>;

/** The label of each kind on screens. */
export const PAYMENT_KIND: Record<PaymentKind, string> = {
  CARD: 'Card',
  CHECK: 'Check',
  WIRE: 'Wire transfer',
  ACH: 'ACH transfer',
  REFUND: 'Refund',
  WRITE_OFF: 'Write-off',
};

/** Return the label of one payment: an automatic credit is not called a write-off. */
export const paymentWord = ({
  kind,
  specimenIds,
}: {
  kind: PaymentKind;
  specimenIds: readonly string[] | null;
}): string => (specimenIds === null ? PAYMENT_KIND[kind] : 'Taken off the bill');
