import { z } from 'zod';
import { payment } from '#db/billing/payments/payment.ts';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { OrderType } from '#db/ordering/orders/order-terms.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { invoiceLine } from './invoice.ts';
import { INVOICE_ACTION_NAMES } from './invoice-actions.ts';
import { InvoiceStatus } from './invoice-status.ts';
import { Ageing, ExportFormat, ListedInvoice } from './listed-invoice.ts';

/** A line with the specimens that it bills. */
export const ShownInvoiceLine = invoiceLine.schema.extend({
  specimens: z.array(
    z.object({ id: z.string(), requisitionNumber: z.string(), customerSampleId: z.string().nullable() }),
  ),
});
export type ShownInvoiceLine = z.infer<typeof ShownInvoiceLine>;

/** A payment with the name of its recorder, and the refundable amount. */
export const ShownPayment = payment.schema.extend({
  recordedByName: z.string().nullable(),
  /** In cents; 0 for a payment that was not received, a refund or a write-off. */
  refundable: z.number(),
});
export type ShownPayment = z.infer<typeof ShownPayment>;

/** A credit note of the invoice. */
export const ShownCreditNote = z.object({
  id: z.string(),
  creditNoteNumber: z.string(),
  amount: z.number(),
  /** Null for a sponsor who does not see the order. */
  reason: z.string().nullable(),
  issuedAt: z.string(),
  voided: z.boolean(),
});
export type ShownCreditNote = z.infer<typeof ShownCreditNote>;

const OtherInvoice = z.object({
  id: z.string(),
  invoiceNumber: z.string(),
  status: InvoiceStatus,
  totalDue: z.number(),
});

/**
 * `GET /api/invoices/:id`, `GET /api/billing/invoice/:id`, and the result of every operation on an invoice.
 */
export const ShownInvoice = z.object({
  invoice: ListedInvoice,
  /** Null for a sponsor who does not see the order. */
  order: z
    .object({
      id: z.string(),
      /** Null for a draft, which is paid by card before it is submitted. */
      orderNumber: z.string().nullable(),
      createdAt: z.string(),
      status: OrderStatus,
      orderType: OrderType,
      serviceName: z.string(),
      purchaseOrderNumber: z.string().nullable(),
    })
    .nullable(),
  company: z.object({ id: z.string(), name: z.string(), paymentTermsDays: z.number() }),
  lines: z.array(ShownInvoiceLine),
  payments: z.array(ShownPayment),
  creditNotes: z.array(ShownCreditNote),
  /** The amount that waits to be refunded, as a positive amount. */
  refundsDue: z.number(),
  corrects: OtherInvoice.nullable(),
  correctedBy: OtherInvoice.nullable(),
  /** The other open invoices of the same order. */
  others: z.array(OtherInvoice),
  history: z.array(HistoryEntry),
  /** The actions that the reader may take now. */
  actions: z.array(z.enum(INVOICE_ACTION_NAMES)),
});
export type ShownInvoice = z.infer<typeof ShownInvoice>;

/** The query of a statement; without a company, the reader's own. */
export const StatementQuery = z
  .strictObject({ from: z.iso.date(), to: z.iso.date(), companyId: z.string().max(64).optional() })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Choose a last day after the first.' });
export type StatementQuery = z.infer<typeof StatementQuery>;
/** The query of a statement as a file. */
export const StatementExportQuery = StatementQuery.safeExtend({ format: ExportFormat });

/** One line of a statement, the oldest first. */
export const StatementLine = z.object({
  /** The lab's day. */
  day: z.string(),
  kind: z.enum(['INVOICE', 'PAYMENT', 'REFUND', 'WRITE_OFF', 'TAKEN_BACK', 'VOID']),
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  description: z.string(),
  /**
   * The change of the amount owed: positive for an invoice, a refund and a bounced payment, negative for a
   * payment.
   */
  amount: z.number(),
  /** The amount owed after the line. */
  balance: z.number(),
});
export type StatementLine = z.infer<typeof StatementLine>;

/**
 * `GET /api/invoices/statement`, `GET /api/billing/statement`: balances, invoices and payments of a company
 * between two days.
 */
export const Statement = z.object({
  company: z.object({ id: z.string(), name: z.string() }),
  from: z.string(),
  to: z.string(),
  openingBalance: z.number(),
  lines: z.array(StatementLine),
  closingBalance: z.number(),
  /** The closing balance by age of the due date on the last day. */
  ageing: Ageing,
});
export type Statement = z.infer<typeof Statement>;
