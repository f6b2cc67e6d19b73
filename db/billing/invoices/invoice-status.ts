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

/** The label, order and tone of each status. */
export const INVOICE_STATUS: Record<InvoiceStatus, StatusDisplay> = {
  PENDING: { label: 'Pending', rank: 0, tone: 'neutral' },
  SERVICE_IN_PROGRESS: { label: 'Service in progress', rank: 1, tone: 'active' },
  AWAITING_BILLING: { label: 'Awaiting billing', rank: 2, tone: 'neutral' },
  BILLED: { label: 'Billed', rank: 3, tone: 'active' },
  AWAITING_PAYMENT: { label: 'Awaiting payment', rank: 4, tone: 'warning' },
  PROCESSING: { label: 'Processing', rank: 5, tone: 'active' },
  PARTIALLY_PAID: { label: 'Partially paid', rank: 6, tone: 'active' },
  PAID_IN_FULL: { label: 'Paid in full', rank: 7, tone: 'good' },
  PARTIALLY_FAILED: { label: 'Partially failed', rank: 8, tone: 'bad' },
  FAILED: { label: 'Failed', rank: 9, tone: 'bad' },
  CANCELED: { label: 'Canceled', rank: 10, tone: 'quiet' },
  VOID: { label: 'Void', rank: 11, tone: 'quiet' },
};
