import { authenticateSimulatedPayment, confirmSimulatedPayment } from '#db/api/billing/payments.ts';
import { payWithSavedCard } from '#db/api/billing/saved-cards.ts';
import type { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import type { CardResult, ClientIntent } from '#db/billing/payments/simulated-payment.ts';
import { call } from '#pwa/api/call.ts';
import { answerStripe } from './stripe-client.ts';

/** Report whether the lab's own simulator processes this payment. */
export const isSimulated = ({ paymentIntentId }: ClientIntent): boolean =>
  paymentIntentId.startsWith('pi_sim_');

const secretOf = ({ paymentIntentId, clientSecret }: ClientIntent) => ({ paymentIntentId, clientSecret });

/** Pays with a test card. */
export const confirmSimulated = (intent: ClientIntent, cardNumber: string): Promise<CardResult> =>
  call(confirmSimulatedPayment, { body: { ...secretOf(intent), cardNumber } });

/** Answer the check of the simulated bank. */
export const authenticateSimulated = (intent: ClientIntent, passed: boolean): Promise<CardResult> =>
  call(authenticateSimulatedPayment, { body: { ...secretOf(intent), passed } });

/** Pays with a saved card; the bank of a card at Stripe asks its owner in Stripe's own window. */
export async function payWithSaved(intent: ClientIntent, id: string): Promise<CardResult> {
  const { paymentIntentId } = intent;
  const result = await call(payWithSavedCard, { params: { id }, body: { paymentIntentId } });
  return result.status === 'requires_action' && !isSimulated(intent) ? answerStripe(intent) : result;
}

/** State of a payment at the lab, as reported by the card processor. */
export type PaymentState = 'open' | 'processing' | 'failed' | 'paid';

const STATE_BY_STATUS: Partial<Record<InvoiceStatus, PaymentState>> = {
  PROCESSING: 'processing',
  FAILED: 'failed',
  PARTIALLY_FAILED: 'failed',
  PAID_IN_FULL: 'paid',
};

/** Map the status of the invoice, or the payment status of the order, to the payment state. */
export const paymentStateOf = (status: InvoiceStatus): PaymentState => STATE_BY_STATUS[status] ?? 'open';
