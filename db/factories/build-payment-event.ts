import { type PaymentEvent, paymentEvent } from '#db/billing/payment-event.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a webhook that reports a payment. */
export function buildPaymentEvent(overrides: Partial<PaymentEvent> = {}): PaymentEvent {
  const number = nextNumber('payment-event');
  return buildRow(
    paymentEvent,
    {
      id: `payment-event-${number}`,
      provider: 'SIMULATOR',
      eventId: `evt_${number}`,
      kind: 'payment_intent.succeeded',
      payloadHash: 'a'.repeat(64),
      paymentIntentId: 'pi_1',
      receivedAt: '2026-11-12T10:00:00.000Z',
    },
    overrides,
  );
}
