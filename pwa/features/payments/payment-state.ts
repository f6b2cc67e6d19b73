import type { InvoiceStatus } from '#db/billing/invoice-status.ts';

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
