import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { PAYMENT_STATUS, type PaymentStatus } from './payment-status.ts';

/**
 * What may follow what. A declined card may be tried again with the same intent, so FAILED is not the end; a payment
 * that succeeded fails when it bounces; money that goes back is a payment of its own.
 */
export const PAYMENT_LIFECYCLE: Lifecycle<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED'],
  PROCESSING: ['SUCCEEDED', 'FAILED', 'CANCELED'],
  SUCCEEDED: ['FAILED'],
  FAILED: ['PENDING', 'PROCESSING', 'SUCCEEDED', 'CANCELED'],
  CANCELED: [],
};

/** Refuses a change of a payment's status that the table does not list. */
export const assertPaymentTransition = (from: PaymentStatus, to: PaymentStatus): void =>
  assertListed(PAYMENT_LIFECYCLE, PAYMENT_STATUS, from, to);
