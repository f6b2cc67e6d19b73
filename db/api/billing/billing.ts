import { binary, defineCall } from '#db/api/call-definition.ts';
import { BillingPortal } from '#db/billing/invoices/billing-portal.ts';
import { BillingQueue, BillingSummary, EXPORT_TYPES } from '#db/billing/invoices/listed-invoice.ts';
import { Statement, StatementExportQuery, StatementQuery } from '#db/billing/invoices/shown-invoice.ts';

export const readBillingPortal = defineCall({
  id: 'readBillingPortal',
  method: 'get',
  path: '/api/billing/desk',
  access: 'billing:read',
  summary: 'Reads the dashboard of billing: work that waits, and payments of the last days.',
  answer: BillingPortal,
});

export const readBillingSummary = defineCall({
  id: 'readBillingSummary',
  method: 'get',
  path: '/api/billing/summary',
  access: 'billing:read',
  summary: 'Reads the totals of the lab’s receivables, refunds and invoices by status.',
  answer: BillingSummary,
});

export const readBillingQueue = defineCall({
  id: 'readBillingQueue',
  method: 'get',
  path: '/api/billing/queue',
  access: 'billing:read',
  summary: 'Reads the work that waits for billing, oldest first.',
  answer: BillingQueue,
});

export const readBillingStatement = defineCall({
  id: 'readBillingStatement',
  method: 'get',
  path: '/api/billing/statement',
  access: 'billing:read',
  summary: 'Reads the statement of any organization between two days.',
  query: StatementQuery,
  answer: Statement,
});

export const readBillingStatementPdf = defineCall({
  id: 'readBillingStatementPdf',
  method: 'get',
  path: '/api/billing/statement/pdf',
  access: 'billing:read',
  summary: 'Reads the statement of any organization as a PDF document.',
  query: StatementQuery,
  answer: binary('application/pdf'),
});

export const exportBillingStatement = defineCall({
  id: 'exportBillingStatement',
  method: 'get',
  path: '/api/billing/statement/export',
  access: 'billing:read',
  summary: 'Exports the statement of any organization as a file and records it in the access log.',
  query: StatementExportQuery,
  answer: binary(...EXPORT_TYPES),
});
