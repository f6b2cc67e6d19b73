import { z } from 'zod';
import { callApi } from '#pwa/api/client.ts';

const IntentAnswer = z.object({ clientSecret: z.string(), paymentIntentId: z.string(), amount: z.number() });
/** What the card processor needs to take a payment; asking again answers the same one. */
export type ClientIntent = z.infer<typeof IntentAnswer>;

const Result = z.object({ status: z.string(), failureCode: z.string().nullable() });
/** What the processor says to the browser. What counts is what it tells the lab. */
export type CardResult = z.infer<typeof Result>;

const post = <Answer extends z.ZodType>(path: string, data: object, answer: Answer) =>
  callApi({ path, method: 'POST', data, answer });

/** Begins, or goes on, to pay for a draft that costs what was seen. */
export const createOrderIntent = (orderId: string, seenTotal: number): Promise<ClientIntent> =>
  post('/api/create-online-payment-intent', { orderId, seenTotal }, IntentAnswer);

/** Begins, or goes on, to pay an invoice, whole or in part. */
export const createInvoiceIntent = (invoiceId: string, amount: number): Promise<ClientIntent> =>
  post('/api/create-payment-intent', { invoiceId, amount }, IntentAnswer);

/** Is the lab's own simulator the processor of this payment? */
export const isSimulated = ({ paymentIntentId }: ClientIntent): boolean =>
  paymentIntentId.startsWith('pi_sim_');

const secretOf = ({ paymentIntentId, clientSecret }: ClientIntent) => ({ paymentIntentId, clientSecret });

/** Pays with a test card. */
export const confirmSimulated = (intent: ClientIntent, cardNumber: string): Promise<CardResult> =>
  post('/api/payments/simulator/confirm', { ...secretOf(intent), cardNumber }, Result);

/** Answers the question of the simulated bank. */
export const authenticateSimulated = (intent: ClientIntent, passed: boolean): Promise<CardResult> =>
  post('/api/payments/simulator/authenticate', { ...secretOf(intent), passed }, Result);
