import { assertListed, type Lifecycle, pathBetween } from '#db/values/lifecycle.ts';
import { INVOICE_STATUS, type InvoiceStatus } from './invoice-status.ts';

/**
 * What may follow what (domain 4.6). Card payments go through PROCESSING; what billing records, a refund and a payment
 * that bounces change the standing at once, to whatever the payments then come to (8.5).
 */
export const INVOICE_LIFECYCLE: Lifecycle<InvoiceStatus> = {
  PENDING: ['AWAITING_PAYMENT', 'SERVICE_IN_PROGRESS', 'CANCELED'],
  SERVICE_IN_PROGRESS: ['AWAITING_BILLING', 'CANCELED'],
  // An invoice of nothing is paid when it is issued.
  AWAITING_BILLING: ['BILLED', 'PAID_IN_FULL', 'CANCELED'],
  BILLED: ['AWAITING_PAYMENT', 'PROCESSING', 'PARTIALLY_PAID', 'PAID_IN_FULL', 'VOID'],
  AWAITING_PAYMENT: ['BILLED', 'PROCESSING', 'PARTIALLY_PAID', 'PAID_IN_FULL', 'CANCELED', 'VOID'],
  PROCESSING: ['BILLED', 'AWAITING_PAYMENT', 'PARTIALLY_PAID', 'PAID_IN_FULL', 'PARTIALLY_FAILED', 'FAILED'],
  PARTIALLY_PAID: [
    'PROCESSING',
    'PAID_IN_FULL',
    'PARTIALLY_FAILED',
    'BILLED',
    'AWAITING_PAYMENT',
    'FAILED',
    'VOID',
  ],
  // A second payment may be on its way when the first one already covers all, or bounces.
  PAID_IN_FULL: [
    'PROCESSING',
    'PARTIALLY_PAID',
    'PARTIALLY_FAILED',
    'BILLED',
    'AWAITING_PAYMENT',
    'FAILED',
    'VOID',
  ],
  PARTIALLY_FAILED: ['PROCESSING', 'PARTIALLY_PAID', 'PAID_IN_FULL', 'FAILED', 'VOID'],
  FAILED: ['PROCESSING', 'PARTIALLY_PAID', 'PAID_IN_FULL', 'BILLED', 'AWAITING_PAYMENT', 'VOID'],
  CANCELED: [],
  VOID: [],
};

/** Refuses a change of an invoice's status that the table does not list. */
export const assertInvoiceTransition = (from: InvoiceStatus, to: InvoiceStatus): void =>
  assertListed(INVOICE_LIFECYCLE, INVOICE_STATUS, from, to);

/**
 * The listed steps from one status to another: one, or two where a payment was decided before it was told to be
 * processing. Undefined when there is no such way; empty when nothing changes.
 */
export const invoiceSteps = (from: InvoiceStatus, to: InvoiceStatus): InvoiceStatus[] | undefined =>
  pathBetween(INVOICE_LIFECYCLE, from, to, ['PROCESSING']);

/** Statuses of an invoice that money may be paid for (domain 6.7). */
export const PAYABLE_STATUSES = [
  'BILLED',
  'AWAITING_PAYMENT',
  'PARTIALLY_PAID',
  'PARTIALLY_FAILED',
  'FAILED',
] as const satisfies readonly InvoiceStatus[];
