import { type Payment, payment } from '#db/billing/payment.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a card payment that succeeded. */
export function buildPayment(overrides: Partial<Payment> = {}): Payment {
  const number = nextNumber('payment');
  return buildRow(
    payment,
    {
      id: `payment-${number}`,
      invoiceId: 'invoice-1',
      kind: 'CARD',
      amount: 100_000,
      status: 'SUCCEEDED',
      paymentIntentId: `pi_${number}`,
      receivedAt: '2026-11-12T10:00:00.000Z',
      attempt: 1,
    },
    overrides,
  );
}
