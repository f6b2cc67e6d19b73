import type { PaymentProvider } from '#db/billing/payment-provider.ts';

/** States of an intent, in the words of the card processors. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** Which row an intent pays for; it comes back with everything that is told of the intent. */
export interface IntentMetadata {
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
  /** The card's owner disputes it: the money is gone while it is open and when it is lost. */
  dispute: 'none' | 'open' | 'won' | 'lost';
  /** What is disputed now, or was lost; it may be a part. */
  disputedAmount: number;
  paymentId: string | null;
}

/** A refund at the processor, in integer cents. */
export interface CardRefund {
  id: string;
  status: 'PROCESSING' | 'SUCCEEDED' | 'FAILED';
  amount: number;
  /** Under which it was asked for; null when it was given at the processor itself. */
  key: string | null;
}

/** Something that the processor tells; what it means is read again from the intent. */
export interface CardEvent {
  id: string;
  kind: string;
  intentId: string | null;
}

/**
 * Who takes the cards. Everything that makes something is asked for under a key: the same key asks for the same thing and
 * makes it once. What cannot be done rejects with an AppError that says what to do.
 */
export interface CardPayments {
  provider: PaymentProvider;
  createIntent(request: { amount: number; metadata: IntentMetadata }, key: string): Promise<CardIntent>;
  /** Changes what an intent that is not confirmed yet is for. */
  updateIntent(id: string, amount: number, key: string): Promise<CardIntent>;
  readIntent(id: string): Promise<CardIntent>;
  /** Ends an intent; one that is decided stays as it is, and its state is answered. */
  cancelIntent(id: string): Promise<CardIntent>;
  refund(request: { intentId: string; amount: number }, key: string): Promise<CardRefund>;
  /** What was given back of an intent, whoever asked for it. */
  refundsOf(intentId: string): Promise<CardRefund[]>;
  /** Reads a webhook; rejects what was not signed by the processor just now. */
  readEvent(body: Buffer, signature: string): Promise<CardEvent>;
}
