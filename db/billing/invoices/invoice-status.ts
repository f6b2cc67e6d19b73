import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The life cycle of an invoice; an order mirrors it as its payment status. */
export const INVOICE_STATUSES = [
  'PENDING',
  'SERVICE_IN_PROGRESS',
  'AWAITING_BILLING',
  'BILLED',
  'AWAITING_PAYMENT',
  'PROCESSING',
  'PARTIALLY_PAID',
  'PAID_IN_FULL',
  'PARTIALLY_FAILED',
  'FAILED',
  'CANCELED',
  'VOID',
] as const;
export const InvoiceStatus = z.enum(INVOICE_STATUSES);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** The label, order and tone of each status: an open invoice is open, whatever a card said last. */
export const INVOICE_STATUS: Record<InvoiceStatus, StatusDisplay> = {
  PENDING: { label: 'Pending', rank: 0, tone: 'neutral' },
  SERVICE_IN_PROGRESS: { label: 'Service in progress', rank: 1, tone: 'active' },
  AWAITING_BILLING: { label: 'Awaiting billing', rank: 2, tone: 'neutral' },
  BILLED: { label: 'Open', rank: 3, tone: 'active' },
  AWAITING_PAYMENT: { label: 'Open', rank: 4, tone: 'warning' },
  PROCESSING: { label: 'Processing', rank: 5, tone: 'active' },
  PARTIALLY_PAID: { label: 'Partially paid', rank: 6, tone: 'active' },
  PAID_IN_FULL: { label: 'Paid in full', rank: 7, tone: 'good' },
  PARTIALLY_FAILED: { label: 'Partially paid', rank: 8, tone: 'warning' },
  FAILED: { label: 'Open', rank: 9, tone: 'warning' },
  CANCELED: { label: 'Canceled', rank: 10, tone: 'quiet' },
  VOID: { label: 'Void', rank: 11, tone: 'quiet' },
};

/** The name of each status in filters and histories, where those with the same label must differ. */
export const INVOICE_STATUS_NAME: Record<InvoiceStatus, string> = {
  PENDING: INVOICE_STATUS.PENDING.label,
  SERVICE_IN_PROGRESS: INVOICE_STATUS.SERVICE_IN_PROGRESS.label,
  AWAITING_BILLING: INVOICE_STATUS.AWAITING_BILLING.label,
  PROCESSING: INVOICE_STATUS.PROCESSING.label,
  PARTIALLY_PAID: INVOICE_STATUS.PARTIALLY_PAID.label,
  PAID_IN_FULL: INVOICE_STATUS.PAID_IN_FULL.label,
  CANCELED: INVOICE_STATUS.CANCELED.label,
  VOID: INVOICE_STATUS.VOID.label,
  BILLED: 'Open, not due yet',
  AWAITING_PAYMENT: 'Open, payment due',
  FAILED: 'Open, payment failed',
  PARTIALLY_FAILED: 'Partially paid, payment failed',
};
