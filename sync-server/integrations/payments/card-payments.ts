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

/** The card of a payment as receipts name it. */
export interface IntentCard {
  paymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** The purpose of an intent; with a customer its card may be saved, or be a saved one. */
export interface IntentRequest {
  amount: number;
  customerId: string | null;
  /** Save the card for later payments of the customer. */
  savesCard: boolean;
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
  /** Null until a card was used. */
  card: IntentCard | null;
  customerId: string | null;
  savesCard: boolean;
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
  createIntent(request: IntentRequest & { metadata: IntentMetadata }, key: string): Promise<CardIntent>;
  /** Change the purpose of an unconfirmed intent. */
  updateIntent(id: string, request: IntentRequest): Promise<CardIntent>;
  /** Create the customer of an organization; a repeated call with its key returns the same one. */
  createCustomer(organization: { companyId: string; name: string }, key: string): Promise<string>;
  /** Pay an unconfirmed intent with a saved card of its customer; a bank may still ask for its owner. */
  payWithCard(id: string, paymentMethodId: string): Promise<CardIntent>;
  /** Remove a saved card; a removed one stays removed. */
  removeCard(paymentMethodId: string): Promise<void>;
  readIntent(id: string): Promise<CardIntent>;
  /** Cancel an intent; a decided one stays unchanged, and its state is returned. */
  cancelIntent(id: string): Promise<CardIntent>;
  refund(request: { intentId: string; amount: number }, key: string): Promise<CardRefund>;
  /** List the refunds of an intent, whoever requested them. */
  refundsOf(intentId: string): Promise<CardRefund[]>;
  /** Parse a webhook; rejects those without a recent signature of the processor. */
  readEvent(body: Buffer, signature: string): Promise<CardEvent>;
}
