import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, cents, date, instant, int, json, longText, ref, text } from '#db/values/field-types.ts';
import { InvoiceNumber } from './invoice-number.ts';
import { InvoiceStatus } from './invoice-status.ts';

/** What a company owes for an order, or for a part of it. Once issued its amounts never change. */
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
    /** The sum of its payments that succeeded, refunds taken off. */
    amountPaid: cents,
    issuedAt: instant.nullable(),
    voidReason: longText.nullable(),
    correctsInvoiceId: ref.nullable(),
    pdfFileId: ref.nullable(),
    netSuiteInvoiceId: text.nullable(),
    /** As it was when the order was submitted. */
    billingAddress: json.nullable(),
    billingEmails: z.array(z.email().max(254)),
    /** Of the reminders after it is due (1, 15, 30 days), the last that was sent. */
    remindedDays: int.nullable(),
  }),
  create: [],
  update: ['customerPurchaseOrder', 'statementOfWork', 'netSuiteInvoiceId', 'billingEmails'],
  list: {
    sort: ['invoiceNumber', 'status', 'dueDate', 'totalDue', 'amountPaid', 'issuedAt', 'createdAt'],
    filter: ['status', 'companyId', 'orderId', 'voided'],
    search: ['invoiceNumber', 'customerPurchaseOrder'],
  },
  indexes: ['invoiceNumber', 'orderId', 'companyId', 'status', 'correctsInvoiceId'],
  replica: null,
});
export type Invoice = Row<typeof invoice>;
