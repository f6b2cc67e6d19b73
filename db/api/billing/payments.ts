import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { InvoicePaymentForm, OrderPaymentForm } from '#db/billing/payments/payment-form.ts';
import {
  CardResult,
  ClientIntent,
  DisputeMove,
  SimulatedPage,
  SimulatedQuery,
} from '#db/billing/payments/simulated-payment.ts';

/** The holder of an intent's secret may pay it, as with a real processor. */
const Intent = {
  paymentIntentId: z.string().regex(/^pi_sim_[0-9a-f]{24}$/),
  clientSecret: z.string().max(100),
};

export const createInvoiceIntent = defineCall({
  id: 'createInvoiceIntent',
  method: 'post',
  path: '/api/create-payment-intent',
  access: 'create-payment-intent:create',
  summary: 'Starts or continues the card payment of an invoice, in whole or in part.',
  body: InvoicePaymentForm,
  answer: ClientIntent,
  errors: ['PAYMENT_PROCESSING', 'NOT_PAYABLE'],
});

export const createOrderIntent = defineCall({
  id: 'createOrderIntent',
  method: 'post',
  path: '/api/create-online-payment-intent',
  access: 'create-online-payment-intent:create',
  summary: 'Starts or continues the card payment of a draft, which is submitted once it is paid.',
  body: OrderPaymentForm,
  answer: ClientIntent,
  errors: ['NOT_A_DRAFT', 'NOT_PAYABLE', 'ALREADY_PAID', 'PAYMENT_PROCESSING', 'TOTAL_CHANGED'],
});

export const confirmSimulatedPayment = defineCall({
  id: 'confirmSimulatedPayment',
  method: 'post',
  path: '/api/payments/simulator/confirm',
  access: 'session',
  summary: 'Pays at the card simulator with a test card.',
  body: z.strictObject({ ...Intent, cardNumber: z.string().trim().max(30) }),
  answer: CardResult,
});

export const authenticateSimulatedPayment = defineCall({
  id: 'authenticateSimulatedPayment',
  method: 'post',
  path: '/api/payments/simulator/authenticate',
  access: 'session',
  summary: 'Answers the check of the card simulator’s bank.',
  body: z.strictObject({ ...Intent, passed: z.boolean() }),
  answer: CardResult,
});

export const listSimulatedPayments = defineCall({
  id: 'listSimulatedPayments',
  method: 'get',
  path: '/api/payments/simulator/payments',
  access: 'create-payment-intent:delete',
  summary: 'Lists the payments of the card simulator, for developers.',
  query: SimulatedQuery,
  answer: SimulatedPage,
});

export const disputeSimulatedPayment = defineCall({
  id: 'disputeSimulatedPayment',
  method: 'post',
  path: '/api/payments/simulator/payments/:id/dispute',
  access: 'create-payment-intent:delete',
  summary: 'Disputes a simulated payment, or decides its dispute.',
  params: z.strictObject({ id: z.string().min(1).max(60) }),
  body: DisputeMove,
});

export const receivePaymentEvent = defineCall({
  id: 'receivePaymentEvent',
  method: 'post',
  path: '/api/payments/webhook',
  access: 'open',
  summary: 'Receives a signed event of the card processor.',
  body: binary('application/json'),
  answer: z.object({ received: z.literal(true) }),
});
