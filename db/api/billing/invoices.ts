import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ListCounts } from '#db/api/list-counts.ts';
import {
  EXPORT_TYPES,
  InvoiceExportQuery,
  InvoicePage,
  InvoiceQuery,
  InvoicesSummary,
} from '#db/billing/invoices/listed-invoice.ts';
import {
  ShownInvoice,
  Statement,
  StatementExportQuery,
  StatementQuery,
} from '#db/billing/invoices/shown-invoice.ts';
import { Id } from '#db/values/id.ts';

const InvoiceId = z.strictObject({ id: Id });

export const listInvoices = defineCall({
  id: 'listInvoices',
  method: 'get',
  path: '/api/invoices',
  access: 'invoices:read',
  summary: 'Lists the invoices of the own organizations, for staff all of them.',
  query: InvoiceQuery,
  answer: InvoicePage,
});

export const countInvoices = defineCall({
  id: 'countInvoices',
  method: 'get',
  path: '/api/invoices/counts',
  access: 'invoices:read',
  summary: 'Counts the invoices of own organizations in each built-in view of the list.',
  answer: ListCounts,
});

export const exportInvoices = defineCall({
  id: 'exportInvoices',
  method: 'get',
  path: '/api/invoices/export',
  access: 'invoices:read',
  summary: 'Exports the filtered invoices as a file and records it in the access log.',
  query: InvoiceExportQuery,
  answer: binary(...EXPORT_TYPES),
});

export const readInvoicesSummary = defineCall({
  id: 'readInvoicesSummary',
  method: 'get',
  path: '/api/invoices/summary',
  access: 'invoices:read',
  summary: 'Reads what the visible organizations owe and have paid.',
  answer: InvoicesSummary,
});

export const readInvoice = defineCall({
  id: 'readInvoice',
  method: 'get',
  path: '/api/invoices/:id',
  access: 'invoices:read',
  summary: 'Reads one invoice with its lines, payments and history.',
  params: InvoiceId,
  answer: ShownInvoice,
});

export const readInvoicePdf = defineCall({
  id: 'readInvoicePdf',
  method: 'get',
  path: '/api/invoices/:id/pdf',
  access: 'invoices:read',
  summary: 'Reads one invoice as a PDF document.',
  params: InvoiceId,
  answer: binary('application/pdf'),
});

export const readCreditNotePdf = defineCall({
  id: 'readCreditNotePdf',
  method: 'get',
  path: '/api/invoices/:id/credit-notes/:noteId/pdf',
  access: 'invoices:read',
  summary: 'Reads a credit note of a visible invoice as a PDF document.',
  params: z.strictObject({ id: Id, noteId: Id }),
  answer: binary('application/pdf'),
});

export const readReceiptPdf = defineCall({
  id: 'readReceiptPdf',
  method: 'get',
  path: '/api/invoices/:id/payments/:paymentId/receipt',
  access: 'invoices:read',
  summary: 'Reads the receipt of a payment of a visible invoice as a PDF document.',
  params: z.strictObject({ id: Id, paymentId: Id }),
  answer: binary('application/pdf'),
});

export const readStatement = defineCall({
  id: 'readStatement',
  method: 'get',
  path: '/api/invoices/statement',
  access: 'invoices:read',
  summary: 'Reads the statement of a visible organization between two days.',
  query: StatementQuery,
  answer: Statement,
});

export const readStatementPdf = defineCall({
  id: 'readStatementPdf',
  method: 'get',
  path: '/api/invoices/statement/pdf',
  access: 'invoices:read',
  summary: 'Reads the statement of a visible organization as a PDF document.',
  query: StatementQuery,
  answer: binary('application/pdf'),
});

export const exportStatement = defineCall({
  id: 'exportStatement',
  method: 'get',
  path: '/api/invoices/statement/export',
  access: 'invoices:read',
  summary: 'Exports the statement of a visible organization as a file and records it in the access log.',
  query: StatementExportQuery,
  answer: binary(...EXPORT_TYPES),
});
