import { assertListed, type Lifecycle, pathBetween } from '#db/values/lifecycle.ts';
import { INVOICE_STATUS, type InvoiceStatus } from './invoice-status.ts';

/**
 * The allowed transitions (domain 4.6). Card payments go through PROCESSING; recorded payments, refunds and
 * bounced payments change the status at once, to whatever the payments then sum to (8.5).
 */
export const INVOICE_LIFECYCLE: Lifecycle<InvoiceStatus> = {
  PENDING: ['AWAITING_PAYMENT', 'SERVICE_IN_PROGRESS', 'CANCELED'],
  SERVICE_IN_PROGRESS: ['AWAITING_BILLING', 'CANCELED'],
  // An invoice of 0 is paid when it is issued.
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
  // A second payment may be pending, or bounce, when the first one already covers everything.
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

/** Refuse a change of an invoice's status that the table does not list. */
export const assertInvoiceTransition = (from: InvoiceStatus, to: InvoiceStatus): void =>
  assertListed(INVOICE_LIFECYCLE, INVOICE_STATUS, from, to);

/**
 * Return the listed transitions from one status to another: one, or two when a payment was decided before its
 * processing was reported. Undefined when there is no path; empty when nothing changes.
 */
export const invoiceSteps = (from: InvoiceStatus, to: InvoiceStatus): InvoiceStatus[] | undefined =>
  pathBetween(INVOICE_LIFECYCLE, from, to, ['PROCESSING']);

/** The statuses in which an invoice accepts payments (domain 6.7). */
export const PAYABLE_STATUSES = [
  'BILLED',
  'AWAITING_PAYMENT',
  'PARTIALLY_PAID',
  'PARTIALLY_FAILED',
  'FAILED',
] as const satisfies readonly InvoiceStatus[];
