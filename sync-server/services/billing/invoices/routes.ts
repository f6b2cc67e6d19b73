import * as staffCalls from '#db/api/billing/billing.ts';
import * as staffInvoiceCalls from '#db/api/billing/billing-invoices.ts';
import * as customerCalls from '#db/api/billing/invoices.ts';
import { StatementQuery } from '#db/billing/invoices/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type ApiRoute, type StreamRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import { renderInvoicePdf } from '#sync-server/services/billing/documents/invoice-pdf.ts';
import { payeeOf } from '#sync-server/services/billing/documents/payee.ts';
import { hasReceipt, renderReceiptPdf } from '#sync-server/services/billing/documents/receipt-pdf.ts';
import { readStoredPdf } from '#sync-server/services/billing/documents/stored-pdf.ts';
import { invoiceOperationRoutes, today } from './invoice-operations.ts';
import { countInvoices, exportInvoices, listInvoices } from './list-invoices.ts';
import { readInvoice } from './read-invoice.ts';
import { exportStatement, readStatement, renderStatementPdf, statementFileName } from './read-statement.ts';
import { readBillingQueue, readBillingSummary, readInvoicesSummary } from './read-summary.ts';

type Answer = Parameters<StreamRoute['handler']>[2];

const sendPdf = (response: Answer, name: string, content: Buffer): void => {
  response
    .attachment(`${name.replace(/[^A-Za-z0-9-]+/g, '-')}.pdf`)
    .type('application/pdf')
    .send(content);
};

type ListCall = typeof customerCalls.listInvoices | typeof staffInvoiceCalls.listBillingInvoices;
type InvoiceCall = typeof customerCalls.readInvoice | typeof staffInvoiceCalls.readBillingInvoice;
type InvoicePdfCall = typeof customerCalls.readInvoicePdf | typeof staffInvoiceCalls.readBillingInvoicePdf;
type CreditNotePdfCall =
  | typeof customerCalls.readCreditNotePdf
  | typeof staffInvoiceCalls.readBillingCreditNotePdf;
type ReceiptPdfCall = typeof customerCalls.readReceiptPdf | typeof staffInvoiceCalls.readBillingReceiptPdf;
type StatementCall = typeof customerCalls.readStatement | typeof staffCalls.readBillingStatement;
type StatementPdfCall = typeof customerCalls.readStatementPdf | typeof staffCalls.readBillingStatementPdf;

const serveList = (definition: ListCall): ApiRoute =>
  serveCall(definition, ({ services, session, query }) =>
    listInvoices(services.pool, session, query, today(services)),
  );

const serveCounts = (
  definition: typeof customerCalls.countInvoices | typeof staffInvoiceCalls.countBillingInvoices,
): ApiRoute =>
  serveCall(definition, ({ services, session }) => countInvoices(services.pool, session, today(services)));

const serveInvoice = (definition: InvoiceCall): ApiRoute =>
  serveCall(definition, ({ services, session, params: { id } }) =>
    readInvoice(services.pool, session, id, today(services)),
  );

const serveInvoicePdf = (definition: InvoicePdfCall): ApiRoute => {
  const { method, path, access, params } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async (call, _request, response) => {
      const { services, session } = call;
      const { id } = parseInput(params, call.params);
      const invoiceView = await readInvoice(services.pool, session, id, today(services));
      const content =
        invoiceView.invoice.issuedAt === null
          ? await renderInvoicePdf(invoiceView, payeeOf(services, session.entity))
          : await readStoredPdf(services, { kind: 'Invoice', id });
      sendPdf(response, invoiceView.invoice.invoiceNumber, content);
    },
  });
  return describeStream(definition, route);
};

/** Serve the stored PDF of a credit note of a visible invoice. */
const serveCreditNotePdf = (definition: CreditNotePdfCall): ApiRoute => {
  const { method, path, access, params } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async ({ services, session, params: pathParams }, _request, response) => {
      const { id, noteId } = parseInput(params, pathParams);
      const { creditNotes } = await readInvoice(services.pool, session, id, today(services));
      const note = creditNotes.find((one) => one.id === noteId);
      if (!note) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const content = await readStoredPdf(services, { kind: 'CreditNote', id: noteId });
      sendPdf(response, note.creditNoteNumber, content);
    },
  });
  return describeStream(definition, route);
};

/** Serve the receipt of a received payment of a visible invoice. */
const serveReceiptPdf = (definition: ReceiptPdfCall): ApiRoute => {
  const { method, path, access, params } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async ({ services, session, params: pathParams }, _request, response) => {
      const { id, paymentId } = parseInput(params, pathParams);
      const invoiceView = await readInvoice(services.pool, session, id, today(services));
      const payment = invoiceView.payments.find((one) => one.id === paymentId);
      if (!payment || !hasReceipt(payment)) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const content = await renderReceiptPdf(invoiceView, payment, payeeOf(services, session.entity));
      sendPdf(response, `receipt-${invoiceView.invoice.invoiceNumber}`, content);
    },
  });
  return describeStream(definition, route);
};

/** The statement of a company: a visible one for customers, any for staff. */
const serveStatement = (definition: StatementCall): ApiRoute =>
  serveCall(definition, ({ services, session, query }) =>
    readStatement(services.pool, session, query, services.env.LAB_TIMEZONE),
  );

const serveStatementPdf = (definition: StatementPdfCall): ApiRoute => {
  const { method, path, access } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async (call, _request, response) => {
      const { services, session } = call;
      const query = parseInput(StatementQuery, call.query);
      const invoiceView = await readStatement(services.pool, session, query, services.env.LAB_TIMEZONE);
      const content = await renderStatementPdf(invoiceView, session.entity);
      sendPdf(response, statementFileName(invoiceView), content);
    },
  });
  return describeStream(definition, route);
};

/** `/api/invoices`, `/api/billing` and `/api/billing/invoice`. */
export const invoiceRoutes: readonly ApiRoute[] = [
  serveCall(customerCalls.readInvoicesSummary, ({ services, session }) =>
    readInvoicesSummary(services.pool, session, today(services)),
  ),
  serveStatement(customerCalls.readStatement),
  serveStatementPdf(customerCalls.readStatementPdf),
  exportStatement(customerCalls.exportStatement),
  serveList(customerCalls.listInvoices),
  serveCounts(customerCalls.countInvoices),
  exportInvoices(customerCalls.exportInvoices),
  serveInvoice(customerCalls.readInvoice),
  serveInvoicePdf(customerCalls.readInvoicePdf),
  serveCreditNotePdf(customerCalls.readCreditNotePdf),
  serveReceiptPdf(customerCalls.readReceiptPdf),
  serveCall(staffCalls.readBillingSummary, ({ services, session }) =>
    readBillingSummary(services.pool, session, today(services)),
  ),
  serveCall(staffCalls.readBillingQueue, ({ services, session }) =>
    readBillingQueue(services.pool, session, today(services)),
  ),
  serveStatement(staffCalls.readBillingStatement),
  serveStatementPdf(staffCalls.readBillingStatementPdf),
  exportStatement(staffCalls.exportBillingStatement),
  serveList(staffInvoiceCalls.listBillingInvoices),
  serveCounts(staffInvoiceCalls.countBillingInvoices),
  exportInvoices(staffInvoiceCalls.exportBillingInvoices),
  serveInvoice(staffInvoiceCalls.readBillingInvoice),
  serveInvoicePdf(staffInvoiceCalls.readBillingInvoicePdf),
  serveCreditNotePdf(staffInvoiceCalls.readBillingCreditNotePdf),
  serveReceiptPdf(staffInvoiceCalls.readBillingReceiptPdf),
  ...invoiceOperationRoutes,
];
