import { z } from 'zod';

/** How money came, went back, or was given up. */
export const PAYMENT_KINDS = ['CARD', 'CHECK', 'WIRE', 'ACH', 'REFUND', 'WRITE_OFF'] as const;
export const PaymentKind = z.enum(PAYMENT_KINDS);
export type PaymentKind = z.infer<typeof PaymentKind>;

/** How each is worded on the screens. */
export const PAYMENT_KIND: Record<PaymentKind, string> = {
  CARD: 'Card',
  CHECK: 'Check',
  WIRE: 'Wire transfer',
  ACH: 'ACH transfer',
  REFUND: 'Refund',
  WRITE_OFF: 'Write-off',
};

/** The word for one payment: what was taken off a bill by itself was given up by nobody. */
export const paymentWord = ({
  kind,
  specimenIds,
}: {
  kind: PaymentKind;
  specimenIds: readonly string[] | null;
}): string => (specimenIds === null ? PAYMENT_KIND[kind] : 'Taken off the bill');
