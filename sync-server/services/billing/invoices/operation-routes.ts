import { z } from 'zod';
import { billNow } from '#db/billing/bill-now.ts';
import { correctInvoice } from '#db/billing/correct-invoice.ts';
import { issueInvoice } from '#db/billing/issue-invoice.ts';
import { markReadyToBill } from '#db/billing/mark-ready-to-bill.ts';
import { recordBouncedPayment } from '#db/billing/record-bounced-payment.ts';
import { RecordedPayment, recordPayment } from '#db/billing/record-payment.ts';
import { recordRefund } from '#db/billing/record-refund.ts';
import { InvoiceChanges, updateInvoice } from '#db/billing/update-invoice.ts';
import { voidInvoice } from '#db/billing/void-invoice.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { notifyAboutInvoice } from '#sync-server/services/billing/payments/notify-about-invoice.ts';
import { readOrder } from '#sync-server/services/ordering/read-order.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { executeInvoiceOperation, isWriteOff, newestPayment, today } from './execute-invoice-operation.ts';
import { readInvoice } from './read-invoice.ts';

const BASE = '/api/billing/invoice';
const params = z.strictObject({ id: Id });
const UPDATE = 'billing/invoice:update';
const DELETE = 'billing/invoice:delete';

/** Payments, refunds and bounced payments. */
const moneyRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'post',
    path: `${BASE}/:id/payments`,
    access: UPDATE,
    params,
    body: RecordedPayment,
    handler: ({ services, session, params: { id: invoiceId }, body: payment }) =>
      executeInvoiceOperation(services, session, recordPayment, { invoiceId, payment }, async (client) => {
        if (payment.kind === 'WRITE_OFF') return null;
        const paymentId = await newestPayment(client, invoiceId);
        return { kind: 'PAYMENT_RECEIPT', ...(paymentId ? { paymentId } : {}) };
      }),
  }),
  jsonRoute({
    method: 'post',
    path: `${BASE}/:id/refunds`,
    access: UPDATE,
    params,
    body: recordRefund.args.omit({ invoiceId: true }),
    handler: ({ services, session, params: { id: invoiceId }, body }) =>
      executeInvoiceOperation(services, session, recordRefund, { invoiceId, ...body }),
  }),
  jsonRoute({
    method: 'post',
    path: `${BASE}/:id/payments/:paymentId/bounced`,
    access: UPDATE,
    params: z.strictObject({ id: Id, paymentId: Id }),
    body: z.strictObject({ reason: Reason }),
    handler: ({ services, session, params: { id: invoiceId, paymentId }, body: { reason } }) =>
      executeInvoiceOperation(
        services,
        session,
        recordBouncedPayment,
        { invoiceId, paymentId, reason },
        async (client) =>
          // A write-off was never a payment, so nobody is notified that a payment failed.
          (await isWriteOff(client, paymentId)) ? null : { kind: 'PAYMENT_FAILED', paymentId, reason },
      ),
  }),
];

/** Issue, resend, void, correct an invoice, and change its references. */
const pdfRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'post',
    path: `${BASE}/:id/issue`,
    access: UPDATE,
    params,
    body: issueInvoice.args.omit({ invoiceId: true }),
    handler: ({ services, session, params: { id: invoiceId }, body }) =>
      executeInvoiceOperation(services, session, issueInvoice, { invoiceId, ...body }, async () => ({
        kind: 'INVOICE_ISSUED',
      })),
  }),
  jsonRoute({
    method: 'post',
    path: `${BASE}/:id/send`,
    access: UPDATE,
    params,
    body: z.strictObject({}),
    handler: async ({ services, session, params: { id: invoiceId } }) => {
      const invoiceView = await readInvoice(services.pool, session, invoiceId, today(services));
      if (!invoiceView.actions.includes('send'))
        throw refuse('NOT_ISSUED', 'Only an issued invoice that is not void is sent.');
      await inTransaction(services.pool, (client) =>
        notifyAboutInvoice(client, services, { entity: session.entity, invoiceId, kind: 'INVOICE_ISSUED' }),
      );
      return invoiceView;
    },
  }),
  jsonRoute({
    method: 'post',
    path: `${BASE}/:id/void`,
    access: DELETE,
    params,
    body: z.strictObject({ reason: Reason }),
    handler: ({ services, session, params: { id: invoiceId }, body: { reason } }) =>
      executeInvoiceOperation(services, session, voidInvoice, { invoiceId, reason }, async () => ({
        kind: 'INVOICE_VOIDED',
        reason,
      })),
  }),
  jsonRoute({
    method: 'post',
    path: `${BASE}/:id/correct`,
    access: DELETE,
    params,
    body: z.strictObject({ reason: Reason }),
    handler: async ({ services, session, params: { id: invoiceId }, body: { reason } }) => {
      const wrong = await executeInvoiceOperation(
        services,
        session,
        correctInvoice,
        { invoiceId, reason },
        async () => ({
          kind: 'INVOICE_VOIDED',
          reason,
        }),
      );
      if (!wrong.correctedBy) throw new AppError('INTERNAL', MESSAGES.notFound);
      return readInvoice(services.pool, session, wrong.correctedBy.id, today(services));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: `${BASE}/:id`,
    access: UPDATE,
    params,
    body: z.strictObject({ seenVersion: z.int(), changes: InvoiceChanges }),
    handler: ({ services, session, params: { id: invoiceId }, body }) =>
      executeInvoiceOperation(services, session, updateInvoice, { invoiceId, ...body }),
  }),
];

/** Billing's operations on invoices, and manual changes of an order's payment status. */
export const invoiceOperationRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'post',
    path: `${BASE}/bill-now`,
    access: 'billing/invoice:create',
    body: billNow.args,
    handler: async ({ services, session, body }) => {
      await readOrder(services.pool, session, body.orderId);
      await executeOperation(engineOf(services), session, billNow, body);
      const { rows } = await services.pool.query<{ id: string }>(
        `SELECT i.id FROM invoice i JOIN invoice_line l ON l.invoice_id = i.id AND NOT l.deleted
          WHERE i.order_id = $1 AND i.status = 'AWAITING_BILLING' AND l.specimen_ids && $2::text[] LIMIT 1`,
        [body.orderId, body.specimenIds],
      );
      if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      return readInvoice(services.pool, session, rows[0].id, today(services));
    },
  }),
  ...moneyRoutes,
  ...pdfRoutes,
  jsonRoute({
    method: 'patch',
    path: '/api/lab/orders/update/status/payment/:id',
    access: 'lab/orders/update/status/payment:update',
    params,
    body: markReadyToBill.args.omit({ orderId: true }),
    handler: async ({ services, session, params: { id: orderId }, body }) => {
      await readOrder(services.pool, session, orderId);
      await executeOperation(engineOf(services), session, markReadyToBill, { ...body, orderId });
      return readOrder(services.pool, session, orderId);
    },
  }),
];
