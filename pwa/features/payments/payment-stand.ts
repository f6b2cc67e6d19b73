import type { InvoiceStatus } from '#db/billing/invoice-status.ts';

/** How a payment stands at the lab, which hears of it from the card processor. */
export type PaymentStand = 'open' | 'processing' | 'failed' | 'paid';

const STANDS: Partial<Record<InvoiceStatus, PaymentStand>> = {
  PROCESSING: 'processing',
  FAILED: 'failed',
  PARTIALLY_FAILED: 'failed',
  PAID_IN_FULL: 'paid',
};

/** How paying stands, by the status of the invoice or the payment status of the order. */
export const paymentStandOf = (status: InvoiceStatus): PaymentStand => STANDS[status] ?? 'open';
