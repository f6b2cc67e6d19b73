import type { InvoiceStatus } from '#db/billing/invoice-status.ts';

/** How a payment stands at the lab, which hears of it from the card processor. */
export type PaymentState = 'open' | 'processing' | 'failed' | 'paid';

const STATE_BY_STATUS: Partial<Record<InvoiceStatus, PaymentState>> = {
  PROCESSING: 'processing',
  FAILED: 'failed',
  PARTIALLY_FAILED: 'failed',
  PAID_IN_FULL: 'paid',
};

/** How paying stands, by the status of the invoice or the payment status of the order. */
export const paymentStateOf = (status: InvoiceStatus): PaymentState => STATE_BY_STATUS[status] ?? 'open';
