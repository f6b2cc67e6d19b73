import { z } from 'zod';
import { OrderStatus } from '#db/ordering/order-status.ts';
import { invoice } from './invoice.ts';
import { InvoiceStatus } from './invoice-status.ts';
import { PaymentKind } from './payment-kind.ts';
import { PaymentStatus } from './payment-status.ts';

/** An invoice as lists show it: its own row, what it is called by, and how it stands today. */
export const ListedInvoice = invoice.schema.extend({
  companyName: z.string(),
  /** Null for a sponsor who does not see the order that it pays for. */
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** The campaign in which it was ordered. */
  campaignCode: z.string().nullable(),
  serviceName: z.string(),
  /** What is still to be paid; never below nothing, and nothing once it is void or canceled. */
  balance: z.number(),
  /** Whole days since the day to pay by, while something is still to be paid; 0 before. */
  overdueDays: z.number(),
});
export type ListedInvoice = z.infer<typeof ListedInvoice>;

/**
 * `GET /api/invoices`, `GET /api/billing/invoice`. Sort by `INVOICE_SORT`, filter by `INVOICE_FILTER` (`stand`: open,
 * overdue, paid, unbilled, ended), search in numbers, purchase order and organization.
 */
export const InvoicePage = z.object({
  rows: z.array(ListedInvoice),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type InvoicePage = z.infer<typeof InvoicePage>;

/** What lists of invoices can be sorted by. */
export const INVOICE_SORT = [
  'invoiceNumber',
  'status',
  'dueDate',
  'totalDue',
  'amountPaid',
  'balance',
  'issuedAt',
  'createdAt',
  'companyName',
  'orderNumber',
] as const;
/** What lists of invoices can be narrowed by; from and to are days of the issue. */
export const INVOICE_FILTER = ['status', 'companyId', 'orderId', 'stand', 'from', 'to'] as const;
/** How an invoice stands in one word, for the tabs above a list. */
export const INVOICE_STATES = ['unbilled', 'open', 'overdue', 'paid', 'ended'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** `GET /api/invoices/summary`: what the reader's companies owe, in cents. */
export const InvoicesSummary = z.object({
  open: z.number(),
  openCount: z.number(),
  overdue: z.number(),
  overdueCount: z.number(),
  paidThisYear: z.number(),
  /** Provisional: of work that is not billed yet. */
  unbilled: z.number(),
  unbilledCount: z.number(),
});
export type InvoicesSummary = z.infer<typeof InvoicesSummary>;

/** What is owed by how long it is overdue, in cents. */
export const Ageing = z.object({
  notDue: z.number(),
  days1To30: z.number(),
  days31To60: z.number(),
  days61To90: z.number(),
  over90: z.number(),
});
export type Ageing = z.infer<typeof Ageing>;

/** `GET /api/billing/summary`: how the lab's money stands, in cents. */
export const BillingSummary = InvoicesSummary.extend({
  ageing: Ageing,
  /** What waits to be given back, as a positive amount. */
  refundsDue: z.number(),
  refundsDueCount: z.number(),
  statuses: z.array(z.object({ status: InvoiceStatus, count: z.number(), totalDue: z.number() })),
});
export type BillingSummary = z.infer<typeof BillingSummary>;

/** A running order of which something is done that no invoice was issued for. */
export const BillNowCandidate = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  orderStatus: OrderStatus,
  companyId: z.string(),
  companyName: z.string(),
  serviceName: z.string(),
  /** The draft from which these specimens would be taken. */
  invoiceId: z.string(),
  specimens: z.array(
    z.object({
      id: z.string(),
      requisitionNumber: z.string(),
      customerSampleId: z.string().nullable(),
      completedAt: z.string().nullable(),
      salesPrice: z.number(),
    }),
  ),
  /** Specimens of the order that are still in work. */
  inWork: z.number(),
  /** What these specimens are sold for, before adjustments. */
  amount: z.number(),
});
export type BillNowCandidate = z.infer<typeof BillNowCandidate>;

/** Money that is to go back. */
export const DueRefund = z.object({
  paymentId: z.string(),
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  /** Positive. */
  amount: z.number(),
  status: PaymentStatus,
  reason: z.string().nullable(),
  /** How the money came; a card is given back by itself, the rest by billing. */
  cameBy: PaymentKind.nullable(),
  since: z.string(),
});
export type DueRefund = z.infer<typeof DueRefund>;

/** `GET /api/billing/queue`: what waits for billing, the oldest first, at most 200 of each. */
export const BillingQueue = z.object({
  toIssue: z.array(ListedInvoice),
  billNow: z.array(BillNowCandidate),
  refunds: z.array(DueRefund),
});
export type BillingQueue = z.infer<typeof BillingQueue>;
