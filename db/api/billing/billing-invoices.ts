import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ListCounts } from '#db/api/list-counts.ts';
import { CreditForm } from '#db/billing/credits/credit-form.ts';
import {
  BillNowForm,
  InvoiceChanges,
  IssueForm,
  PaymentStatusForm,
} from '#db/billing/invoices/invoice-form.ts';
import {
  EXPORT_TYPES,
  InvoiceExportQuery,
  InvoicePage,
  InvoiceQuery,
} from '#db/billing/invoices/listed-invoice.ts';
import { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { RecordedPayment, RefundForm } from '#db/billing/payments/payment-form.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { InvoicingAnswer } from '#db/organizations/invoicing.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

const InvoiceId = z.strictObject({ id: Id });
const ReasonForm = z.strictObject({ reason: Reason });

export const listBillingInvoices = defineCall({
  id: 'listBillingInvoices',
  method: 'get',
  path: '/api/billing/invoice',
  access: 'billing/invoice:read',
  summary: 'Lists the invoices of all organizations.',
  query: InvoiceQuery,
  answer: InvoicePage,
});

export const countBillingInvoices = defineCall({
  id: 'countBillingInvoices',
  method: 'get',
  path: '/api/billing/invoice/counts',
  access: 'billing/invoice:read',
  summary: 'Counts the invoices of all organizations in each built-in view of the list.',
  answer: ListCounts,
});

export const exportBillingInvoices = defineCall({
  id: 'exportBillingInvoices',
  method: 'get',
  path: '/api/billing/invoice/export',
  access: 'billing/invoice:read',
  summary: 'Exports the filtered invoices of all organizations and records it in the access log.',
  query: InvoiceExportQuery,
  answer: binary(...EXPORT_TYPES),
});

export const readBillingInvoice = defineCall({
  id: 'readBillingInvoice',
  method: 'get',
  path: '/api/billing/invoice/:id',
  access: 'billing/invoice:read',
  summary: 'Reads one invoice of any organization with its lines, payments and history.',
  params: InvoiceId,
  answer: ShownInvoice,
});

export const readBillingInvoicePdf = defineCall({
  id: 'readBillingInvoicePdf',
  method: 'get',
  path: '/api/billing/invoice/:id/pdf',
  access: 'billing/invoice:read',
  summary: 'Reads one invoice of any organization as a PDF document.',
  params: InvoiceId,
  answer: binary('application/pdf'),
});

export const readBillingCreditNotePdf = defineCall({
  id: 'readBillingCreditNotePdf',
  method: 'get',
  path: '/api/billing/invoice/:id/credit-notes/:noteId/pdf',
  access: 'billing/invoice:read',
  summary: 'Reads a credit note of any organization as a PDF document.',
  params: z.strictObject({ id: Id, noteId: Id }),
  answer: binary('application/pdf'),
});

export const readBillingReceiptPdf = defineCall({
  id: 'readBillingReceiptPdf',
  method: 'get',
  path: '/api/billing/invoice/:id/payments/:paymentId/receipt',
  access: 'billing/invoice:read',
  summary: 'Reads the receipt of a payment of any organization as a PDF document.',
  params: z.strictObject({ id: Id, paymentId: Id }),
  answer: binary('application/pdf'),
});

export const billSpecimens = defineCall({
  id: 'billSpecimens',
  method: 'post',
  path: '/api/billing/invoice/bill-now',
  access: 'billing/invoice:create',
  summary: 'Bills completed specimens of a running order and returns their invoice, ready to be issued.',
  body: BillNowForm,
  answer: ShownInvoice,
  errors: ['NOTHING_TO_BILL', 'ALREADY_BILLED', 'NOT_COMPLETED'],
});

export const recordPayment = defineCall({
  id: 'recordPayment',
  method: 'post',
  path: '/api/billing/invoice/:id/payments',
  access: 'billing/invoice:update',
  summary: 'Records a payment by check or transfer, or writes off an amount.',
  params: InvoiceId,
  body: RecordedPayment,
  answer: ShownInvoice,
  errors: ['NOT_ISSUED', 'INVOICE_ENDED', 'ALREADY_RECORDED'],
});

export const recordBouncedPayment = defineCall({
  id: 'recordBouncedPayment',
  method: 'post',
  path: '/api/billing/invoice/:id/payments/:paymentId/bounced',
  access: 'billing/invoice:update',
  summary: 'Records that a payment bounced, or reverses a write-off.',
  params: z.strictObject({ id: Id, paymentId: Id }),
  body: ReasonForm,
  answer: ShownInvoice,
  errors: ['ALREADY_FAILED'],
});

export const recordRefund = defineCall({
  id: 'recordRefund',
  method: 'post',
  path: '/api/billing/invoice/:id/refunds',
  access: 'billing/invoice:update',
  summary: 'Refunds a payment in whole or in part, or pays out a waiting refund.',
  params: InvoiceId,
  body: RefundForm,
  answer: ShownInvoice,
  errors: ['ALREADY_REFUNDED', 'GIVEN_BY_CARD'],
});

export const creditInvoice = defineCall({
  id: 'creditInvoice',
  method: 'post',
  path: '/api/billing/invoice/:id/credit',
  access: 'billing/invoice:update',
  summary: 'Corrects an issued invoice by a credit note and refunds what is paid too much then.',
  params: InvoiceId,
  body: CreditForm,
  answer: ShownInvoice,
  errors: ['NOT_ISSUED', 'INVOICE_ENDED', 'TOTAL_CHANGED'],
});

export const issueInvoice = defineCall({
  id: 'issueInvoice',
  method: 'post',
  path: '/api/billing/invoice/:id/issue',
  access: 'billing/invoice:update',
  summary: 'Issues an invoice with its final number and amounts, and emails it.',
  params: InvoiceId,
  body: IssueForm,
  answer: ShownInvoice,
  errors: ['NOT_READY', 'STILL_IN_WORK', 'TOTAL_CHANGED'],
});

export const sendInvoice = defineCall({
  id: 'sendInvoice',
  method: 'post',
  path: '/api/billing/invoice/:id/send',
  access: 'billing/invoice:update',
  summary: 'Emails an issued invoice again.',
  params: InvoiceId,
  body: z.strictObject({}),
  answer: ShownInvoice,
  errors: ['NOT_ISSUED'],
});

export const voidInvoice = defineCall({
  id: 'voidInvoice',
  method: 'post',
  path: '/api/billing/invoice/:id/void',
  access: 'billing/invoice:delete',
  summary: 'Voids an issued invoice without payments.',
  params: InvoiceId,
  body: ReasonForm,
  answer: ShownInvoice,
  errors: ['NOT_ISSUED', 'INVOICE_ENDED', 'PAYMENT_PROCESSING', 'MONEY_FIRST'],
});

export const correctInvoice = defineCall({
  id: 'correctInvoice',
  method: 'post',
  path: '/api/billing/invoice/:id/correct',
  access: 'billing/invoice:delete',
  summary: 'Voids an issued invoice and returns its correction, ready to be issued.',
  params: InvoiceId,
  body: ReasonForm,
  answer: ShownInvoice,
  errors: ['NOT_ISSUED', 'INVOICE_ENDED', 'PAYMENT_PROCESSING', 'MONEY_FIRST'],
});

export const answerInvoicing = defineCall({
  id: 'answerInvoicing',
  method: 'post',
  path: '/api/billing/invoice/invoicing-requests/:id',
  access: 'billing/invoice:update',
  summary: 'Accepts purchase orders of an organization that asked for invoicing, or declines with a reason.',
  params: InvoiceId,
  body: InvoicingAnswer,
  errors: ['ALREADY_DECIDED'],
});

export const updateInvoice = defineCall({
  id: 'updateInvoice',
  method: 'patch',
  path: '/api/billing/invoice/:id',
  access: 'billing/invoice:update',
  summary: 'Changes the references and recipients of an invoice.',
  params: InvoiceId,
  body: z.strictObject({ seenVersion: z.int(), changes: InvoiceChanges }),
  answer: ShownInvoice,
  errors: ['INVOICE_ENDED'],
});

export const updatePaymentStatus = defineCall({
  id: 'updatePaymentStatus',
  method: 'patch',
  path: '/api/lab/orders/update/status/payment/:id',
  access: 'lab/orders/update/status/payment:update',
  summary: 'Marks an order with completed work as ready to be billed.',
  params: InvoiceId,
  body: PaymentStatusForm,
  answer: ShownOrder,
  errors: ['NOTHING_TO_BILL', 'STILL_IN_WORK'],
});
