import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import { type ApiRoute, jsonRoute, type StreamRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { invoiceOperationRoutes, today } from './invoice-operations.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { InvoiceQuery } from './invoice-query.ts';
import { exportInvoices, listInvoices } from './list-invoices.ts';
import { readInvoice } from './read-invoice.ts';
import {
  exportStatement,
  readStatement,
  renderStatementPdf,
  StatementQuery,
  statementFileName,
} from './read-statement.ts';
import { readBillingQueue, readBillingSummary, readInvoicesSummary } from './read-summary.ts';

const params = z.strictObject({ id: Id });

type Answer = Parameters<StreamRoute['handler']>[2];

const sendPdf = (response: Answer, name: string, content: Buffer): void => {
  response
    .attachment(`${name.replace(/[^A-Za-z0-9-]+/g, '-')}.pdf`)
    .type('application/pdf')
    .send(content);
};

/** List, export and detail of one family: `invoices` for customers, `billing/invoice` for staff. */
const readRoutesOf = (family: 'invoices' | 'billing/invoice'): readonly ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `/api/${family}`,
    access: `${family}:read`,
    query: InvoiceQuery,
    handler: ({ services, session, query }) => listInvoices(services.pool, session, query, today(services)),
  }),
  exportInvoices(family),
  jsonRoute({
    method: 'get',
    path: `/api/${family}/:id`,
    access: `${family}:read`,
    params,
    handler: ({ services, session, params: { id } }) =>
      readInvoice(services.pool, session, id, today(services)),
  }),
  streamRoute({
    method: 'get',
    path: `/api/${family}/:id/pdf`,
    access: `${family}:read`,
    handler: async (call, _request, response) => {
      const { services, session } = call;
      const { id } = parseInput(params, call.params);
      const invoiceView = await readInvoice(services.pool, session, id, today(services));
      const { entity } = session;
      const url = `${publicUrl(services.env, entity)}/invoices/${id}`;
      const content = await renderInvoicePdf(invoiceView, { entity, zone: services.env.LAB_TIMEZONE, url });
      sendPdf(response, invoiceView.invoice.invoiceNumber, content);
    },
  }),
];

/** The statement of a company: a visible one for customers, any for staff. */
const statementRoutesOf = (family: 'invoices' | 'billing'): readonly ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `/api/${family}/statement`,
    access: `${family}:read`,
    query: StatementQuery,
    handler: ({ services, session, query }) =>
      readStatement(services.pool, session, query, services.env.LAB_TIMEZONE),
  }),
  streamRoute({
    method: 'get',
    path: `/api/${family}/statement/pdf`,
    access: `${family}:read`,
    handler: async (call, _request, response) => {
      const { services, session } = call;
      const query = parseInput(StatementQuery, call.query);
      const invoiceView = await readStatement(services.pool, session, query, services.env.LAB_TIMEZONE);
      const content = await renderStatementPdf(invoiceView, session.entity);
      sendPdf(response, statementFileName(invoiceView), content);
    },
  }),
  exportStatement(family),
];

/** `/api/invoices`, `/api/billing` and `/api/billing/invoice`. */
export const invoiceRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/invoices/summary',
    access: 'invoices:read',
    handler: ({ services, session }) => readInvoicesSummary(services.pool, session, today(services)),
  }),
  ...statementRoutesOf('invoices'),
  ...readRoutesOf('invoices'),
  jsonRoute({
    method: 'get',
    path: '/api/billing/summary',
    access: 'billing:read',
    handler: ({ services, session }) => readBillingSummary(services.pool, session, today(services)),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/billing/queue',
    access: 'billing:read',
    handler: ({ services, session }) => readBillingQueue(services.pool, session, today(services)),
  }),
  ...statementRoutesOf('billing'),
  ...readRoutesOf('billing/invoice'),
  ...invoiceOperationRoutes,
];
