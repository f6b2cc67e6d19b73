import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { PAYMENT_STATUS, type PaymentStatus } from './payment-status.ts';

/**
 * The allowed transitions. A declined card may be tried again with the same intent, so FAILED is not the end;
 * a succeeded payment fails when it bounces; a refund is a payment of its own.
 */
export const PAYMENT_LIFECYCLE: Lifecycle<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED'],
  PROCESSING: ['SUCCEEDED', 'FAILED', 'CANCELED'],
  SUCCEEDED: ['FAILED'],
  FAILED: ['PENDING', 'PROCESSING', 'SUCCEEDED', 'CANCELED'],
  CANCELED: [],
};

/** Refuse a change of a payment's status that the table does not list. */
export const assertPaymentTransition = (from: PaymentStatus, to: PaymentStatus): void =>
  assertListed(PAYMENT_LIFECYCLE, PAYMENT_STATUS, from, to);
