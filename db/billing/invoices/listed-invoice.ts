import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { PaymentKind, PaymentStatus } from '#db/billing/payments/payment.ts';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { InvoicingRequest } from '#db/organizations/invoicing.ts';
import { invoice } from './invoice.ts';
import { InvoiceStatus } from './invoice-status.ts';

/** An invoice as lists show it: its own row, its display number, and its present state. */
export const ListedInvoice = invoice.schema.extend({
  companyName: z.string(),
  /** Null for a sponsor who does not see the order. */
  orderId: z.string().nullable(),
  /** Null for such a sponsor, and for a draft. */
  orderNumber: z.string().nullable(),
  /** The campaign in which it was ordered. */
  campaignCode: z.string().nullable(),
  serviceName: z.string(),
  /** The amount still due; never negative, and 0 once the invoice is void or canceled. */
  balance: z.number(),
  /** Whole days since the due date while an amount is due; 0 before. */
  overdueDays: z.number(),
});
export type ListedInvoice = z.infer<typeof ListedInvoice>;

/**
 * `GET /api/invoices`, `GET /api/billing/invoice`. Sort by `INVOICE_SORT`, filter by `INVOICE_FILTER` (`stand`: open,
 * overdue, paid, unbilled, ended), search in numbers, purchase order and organization.
 */
export const InvoicePage = pageOf(ListedInvoice);
export type InvoicePage = z.infer<typeof InvoicePage>;

/** The sort fields of invoice lists. */
const INVOICE_SORT = [
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
/** The filters of invoice lists; from and to are days of the issue. */
export const INVOICE_FILTER = ['status', 'companyId', 'orderId', 'stand', 'from', 'to'] as const;
/** The state of an invoice in one word, for the tabs above a list. */
export const INVOICE_STATES = ['unbilled', 'open', 'overdue', 'paid', 'ended'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** The query of an invoice list. */
export const InvoiceQuery = listQueryOf({
  list: { sort: [...INVOICE_SORT], filter: [...INVOICE_FILTER] },
  schema: invoice.schema,
  extraValues: { stand: INVOICE_STATES },
});

/** The file formats of an export. */
export const ExportFormat = z.enum(['csv', 'xlsx']).default('csv');
/** The media types of an export, in the order of its formats. */
export const EXPORT_TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
/** The query of an invoice export: that of the list, and the format. */
export const InvoiceExportQuery = InvoiceQuery.in.extend({ format: ExportFormat });

/** `GET /api/invoices/summary`: what the reader's companies owe, in cents. */
export const InvoicesSummary = z.object({
  open: z.number(),
  openCount: z.number(),
  overdue: z.number(),
  overdueCount: z.number(),
  paidThisYear: z.number(),
  /** Provisional: work that is not billed yet. */
  unbilled: z.number(),
  unbilledCount: z.number(),
});
export type InvoicesSummary = z.infer<typeof InvoicesSummary>;

/** Amounts due by age of the due date, in cents. */
export const Ageing = z.object({
  notDue: z.number(),
  days1To30: z.number(),
  days31To60: z.number(),
  days61To90: z.number(),
  over90: z.number(),
});
export type Ageing = z.infer<typeof Ageing>;

/** `GET /api/billing/summary`: totals of the lab's receivables, in cents. */
export const BillingSummary = InvoicesSummary.extend({
  ageing: Ageing,
  /** The amount that waits to be refunded, as a positive amount. */
  refundsDue: z.number(),
  refundsDueCount: z.number(),
  statuses: z.array(z.object({ status: InvoiceStatus, count: z.number(), totalDue: z.number() })),
});
export type BillingSummary = z.infer<typeof BillingSummary>;

/** A running order with completed work that is not on an issued invoice. */
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
  /** The price of these specimens, before adjustments. */
  amount: z.number(),
});
export type BillNowCandidate = z.infer<typeof BillNowCandidate>;

/** Money to be refunded. */
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
  /** The kind of the payment; a card is refunded automatically, other kinds by billing. */
  cameBy: PaymentKind.nullable(),
  since: z.string(),
});

/** `GET /api/billing/queue`: the work that waits for billing, the oldest first, at most 200 of each kind. */
export const BillingQueue = z.object({
  toIssue: z.array(ListedInvoice),
  billNow: z.array(BillNowCandidate),
  refunds: z.array(DueRefund),
  /** Organizations that asked to pay by invoice. */
  invoicing: z.array(InvoicingRequest),
});
export type BillingQueue = z.infer<typeof BillingQueue>;
