import { z } from 'zod';
import type { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import { callApi } from '#pwa/api/client.ts';

const IntentAnswer = z.object({ clientSecret: z.string(), paymentIntentId: z.string(), amount: z.number() });
/** The processor's data for a payment; repeated requests return the same payment. */
export type ClientIntent = z.infer<typeof IntentAnswer>;

const Result = z.object({ status: z.string(), failureCode: z.string().nullable() });
/** The processor's response to the browser. What counts is its report to the lab. */
export type CardResult = z.infer<typeof Result>;

const post = <Answer extends z.ZodType>(path: string, data: object, answer: Answer) =>
  callApi({ path, method: 'POST', data, answer });

/** Create or resume the payment of a draft at the total that the user saw. */
export const createOrderIntent = (orderId: string, seenTotal: number): Promise<ClientIntent> =>
  post('/api/create-online-payment-intent', { orderId, seenTotal }, IntentAnswer);

/** Create or resume the payment of an invoice, in full or in part. */
export const createInvoiceIntent = (invoiceId: string, amount: number): Promise<ClientIntent> =>
  post('/api/create-payment-intent', { invoiceId, amount }, IntentAnswer);

/** Report whether the lab's own simulator processes this payment. */
export const isSimulated = ({ paymentIntentId }: ClientIntent): boolean =>
  paymentIntentId.startsWith('pi_sim_');

const secretOf = ({ paymentIntentId, clientSecret }: ClientIntent) => ({ paymentIntentId, clientSecret });

/** Pays with a test card. */
export const confirmSimulated = (intent: ClientIntent, cardNumber: string): Promise<CardResult> =>
  post('/api/payments/simulator/confirm', { ...secretOf(intent), cardNumber }, Result);

/** Answer the check of the simulated bank. */
export const authenticateSimulated = (intent: ClientIntent, passed: boolean): Promise<CardResult> =>
  post('/api/payments/simulator/authenticate', { ...secretOf(intent), passed }, Result);

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
