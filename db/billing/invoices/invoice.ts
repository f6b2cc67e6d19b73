import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import type { Transaction } from '#db/transaction.ts';
import {
  bool,
  cents,
  date,
  instant,
  int,
  json,
  longText,
  ref,
  requiredText,
  text,
} from '#db/values/field-types.ts';
import { InvoiceNumber } from './invoice-number.ts';
import { InvoiceStatus } from './invoice-status.ts';

/** The subject of an invoice line. */
const INVOICE_LINE_KINDS = ['SPECIMENS', 'ADJUSTMENT'] as const;
const InvoiceLineKind = z.enum(INVOICE_LINE_KINDS);

/**
 * The amount that a company owes for an order or a part of it. The amounts of an issued invoice never change.
 */
export const invoice = defineEntity({
  name: 'Invoice',
  table: 'invoice',
  schema: z.object({
    ...tenantFields,
    invoiceNumber: InvoiceNumber,
    /** Null until it is issued. */
    dueDate: date.nullable(),
    totalDue: cents,
    voided: bool,
    customerPurchaseOrder: text.nullable(),
    statementOfWork: text.nullable(),
    status: InvoiceStatus,
    orderId: ref,
    companyId: ref,
    subtotal: cents,
    /** Discounts are negative, fees positive. */
    adjustmentTotal: cents,
    /** The sum of its succeeded payments, net of refunds. */
    amountPaid: cents,
    issuedAt: instant.nullable(),
    voidReason: longText.nullable(),
    correctsInvoiceId: ref.nullable(),
    pdfFileId: ref.nullable(),
    netSuiteInvoiceId: text.nullable(),
    /** The value at the submission of the order. */
    billingAddress: json.nullable(),
    billingEmails: z.array(z.email().max(254)),
    /** The last reminder that was sent (1, 15 or 30 days after the due date). */
    remindedDays: int.nullable(),
  }),
  indexes: ['invoiceNumber', 'orderId', 'companyId', 'status', 'correctsInvoiceId'],
  replica: null,
});
export type Invoice = Row<typeof invoice>;

/** One line of an invoice. The lines of an invoice always sum to its `totalDue`. */
export const invoiceLine = defineEntity({
  name: 'InvoiceLine',
  table: 'invoice_line',
  schema: z.object({
    ...tenantFields,
    invoiceId: ref,
    kind: InvoiceLineKind,
    description: requiredText,
    quantity: int.min(1),
    /** Negative for a discount. */
    unitPrice: cents,
    /** `quantity` × `unitPrice`. */
    amount: cents,
    specimenIds: z.array(ref),
    priceAdjustmentId: ref.nullable(),
    order: int.min(1),
  }),
  indexes: ['invoiceId', 'priceAdjustmentId'],
  replica: null,
});
export type InvoiceLine = Row<typeof invoiceLine>;

/** Return the open invoices of an order: neither canceled nor void, the oldest first. */
export async function openInvoices(tx: Transaction, orderId: string): Promise<Invoice[]> {
  const rows = await tx.find(invoice, { orderId });
  return rows.filter(({ status }) => status !== 'CANCELED' && status !== 'VOID');
}
