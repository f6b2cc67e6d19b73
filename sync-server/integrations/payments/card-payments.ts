import type { PaymentProvider } from '#db/billing/payments/payment-event.ts';

/** States of an intent, in the terms of card processors. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** The row that an intent pays for; the processor returns it with every event of the intent. */
interface IntentMetadata {
  paymentId: string;
  invoiceId: string;
  entity: string;
}

/** A card payment at the processor, in integer cents. */
export interface CardIntent {
  id: string;
  clientSecret: string;
  status: IntentStatus;
  amount: number;
  amountReceived: number;
  failureCode: string | null;
  /** The card owner disputes it: the money is gone while the dispute is open and if it is lost. */
  dispute: 'none' | 'open' | 'won' | 'lost';
  /** The amount that is disputed now or was lost; may be a part. */
  disputedAmount: number;
  paymentId: string | null;
}

/** A refund at the processor, in integer cents. */
export interface CardRefund {
  id: string;
  status: 'PROCESSING' | 'SUCCEEDED' | 'FAILED';
  amount: number;
  /** Key of the request; null if the refund was made at the processor itself. */
  key: string | null;
}

/** An event of the processor; its meaning is read again from the intent. */
export interface CardEvent {
  id: string;
  kind: string;
  intentId: string | null;
}

/**
 * A card processor. Every creating call has a key: a repeated call with the same key creates nothing new.
 * Failures reject with an AppError that says what to do.
 */
export interface CardPayments {
  provider: PaymentProvider;
  createIntent(request: { amount: number; metadata: IntentMetadata }, key: string): Promise<CardIntent>;
  /** Change the purpose of an unconfirmed intent. */
  updateIntent(id: string, amount: number, key: string): Promise<CardIntent>;
  readIntent(id: string): Promise<CardIntent>;
  /** Cancel an intent; a decided one stays unchanged, and its state is returned. */
  cancelIntent(id: string): Promise<CardIntent>;
  refund(request: { intentId: string; amount: number }, key: string): Promise<CardRefund>;
  /** List the refunds of an intent, whoever requested them. */
  refundsOf(intentId: string): Promise<CardRefund[]>;
  /** Parse a webhook; rejects those without a recent signature of the processor. */
  readEvent(body: Buffer, signature: string): Promise<CardEvent>;
}
