import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, cents, date, instant, int, json, longText, ref, text } from '#db/values/field-types.ts';
import { InvoiceNumber } from './invoice-number.ts';
import { InvoiceStatus } from './invoice-status.ts';

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
