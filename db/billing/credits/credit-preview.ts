import { amountPaid, countedAmount } from '#db/billing/invoices/invoice-balance.ts';
import type { Payment, PaymentKind } from '#db/billing/payments/payment.ts';
import { planRefunds, retainedAmount } from '#db/billing/payments/waiting-refunds.ts';

type PaymentRow = Pick<
  Payment,
  | 'id'
  | 'kind'
  | 'status'
  | 'amount'
  | 'attempt'
  | 'createdAt'
  | 'deleted'
  | 'disputedAmount'
  | 'refundsPaymentId'
>;

interface Credited {
  totalDue: number;
  payments: readonly PaymentRow[];
}

/** The result of a credit note before it is issued, in cents. */
export interface CreditPreview {
  balanceBefore: number;
  /** The amount back, by the payment that it returns. */
  refunds: readonly { paymentId: string; kind: PaymentKind; amount: number }[];
  refundTotal: number;
  /** What is owed once the refunds have been given. */
  balanceAfter: number;
}

/** Return the part of an invoice that can still be credited: no amount is credited or written off twice. */
export const creditableAmount = ({ totalDue, payments }: Credited): number =>
  Math.max(
    0,
    totalDue -
      payments.filter(({ kind }) => kind === 'WRITE_OFF').reduce((sum, one) => sum + countedAmount(one), 0),
  );

/** Compute what a credit note of an amount changes: the refunds, and the balance after them. */
export function previewCredit({ totalDue, payments }: Credited, amount: number): CreditPreview {
  const excess = retainedAmount(payments) + amount - totalDue;
  const refunds = planRefunds(payments, excess).map(({ payment: { id, kind }, amount: back }) => ({
    paymentId: id,
    kind,
    amount: back,
  }));
  const refundTotal = refunds.reduce((sum, one) => sum + one.amount, 0);
  return {
    balanceBefore: totalDue - amountPaid(payments),
    refunds,
    refundTotal,
    balanceAfter: totalDue - (retainedAmount(payments) + amount - refundTotal),
  };
}
