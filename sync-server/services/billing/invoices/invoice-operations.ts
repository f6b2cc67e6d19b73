import type { ClientBase } from 'pg';
import * as calls from '#db/api/billing/billing-invoices.ts';
import { creditInvoice } from '#db/billing/credits/credit-invoice.ts';
import { billNow, markReadyToBill } from '#db/billing/invoices/bill-now.ts';
import { correctInvoice, voidInvoice } from '#db/billing/invoices/correct-invoice.ts';
import { issueInvoice } from '#db/billing/invoices/issue-invoice.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { updateInvoice } from '#db/billing/invoices/update-invoice.ts';
import { recordBouncedPayment, recordPayment } from '#db/billing/payments/record-payment.ts';
import { recordRefund } from '#db/billing/payments/record-refund.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { answerInvoicing } from '#db/organizations/request-invoicing.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { storeIssuedPdfs } from '#sync-server/services/billing/documents/stored-pdf.ts';
import {
  type MoneyNotificationKind,
  notifyAboutInvoice,
} from '#sync-server/services/billing/payments/billing-emails.ts';
import { readOrder } from '#sync-server/services/ordering/orders/read-order.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readInvoice } from './read-invoice.ts';

/** Return the lab's current day. */
export const today = ({ now, env }: Pick<AppServices, 'now' | 'env'>): string =>
  labDayOf(now().toISOString(), env.LAB_TIMEZONE);

/** The notification of an operation, with the payment if it concerns one. */
interface InvoiceNotification {
  kind: MoneyNotificationKind;
  paymentId?: string;
  creditNoteId?: string;
  reason?: string | null;
}

/** Read the payment that was recorded last, in the transaction that recorded it. */
async function newestPayment(client: ClientBase, invoiceId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM payment WHERE invoice_id = $1 AND kind <> 'REFUND' AND NOT deleted
      ORDER BY created_at DESC, id DESC LIMIT 1`,
    [invoiceId],
  );
  return rows[0]?.id;
}

/** Read the credit note that was issued last, in the transaction that issued it. */
async function newestCreditNote(client: ClientBase, invoiceId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM credit_note WHERE invoice_id = $1 ORDER BY credit_note_number DESC LIMIT 1',
    [invoiceId],
  );
  return rows[0]?.id;
}

/** Report whether the invoice was written off instead of paid. */
const isWriteOff = async (client: ClientBase, paymentId: string): Promise<boolean> =>
  (await client.query(`SELECT 1 FROM payment WHERE id = $1 AND kind = 'WRITE_OFF'`, [paymentId])).rowCount ===
  1;

/**
 * Execute an operation on a visible invoice and return the invoice; the payer is notified in the same
 * transaction.
 */
async function executeInvoiceOperation(
  services: AppServices,
  session: Session,
  operation: OperationDefinition,
  args: { invoiceId: string } & Record<string, unknown>,
  loadNotification?: (client: ClientBase) => Promise<InvoiceNotification | null>,
): Promise<ShownInvoice> {
  const { invoiceId } = args;
  await readInvoice(services.pool, session, invoiceId, today(services));
  await executeOperation(engineOf(services), session, operation, args, {}, async (client) => {
    const notification = await loadNotification?.(client);
    if (notification)
      await notifyAboutInvoice(client, services, { entity: session.entity, invoiceId, ...notification });
  });
  await storeIssuedPdfs(services);
  return readInvoice(services.pool, session, invoiceId, today(services));
}

/** Payments, refunds and bounced payments. */
const moneyRoutes: readonly ApiRoute[] = [
  serveCall(calls.recordPayment, ({ services, session, params: { id: invoiceId }, body: payment }) =>
    executeInvoiceOperation(services, session, recordPayment, { invoiceId, payment }, async (client) => {
      if (payment.kind === 'WRITE_OFF') return null;
      const paymentId = await newestPayment(client, invoiceId);
      return { kind: 'PAYMENT_RECEIPT', ...(paymentId ? { paymentId } : {}) };
    }),
  ),
  serveCall(calls.recordRefund, ({ services, session, params: { id: invoiceId }, body }) =>
    executeInvoiceOperation(services, session, recordRefund, { invoiceId, ...body }),
  ),
  serveCall(calls.creditInvoice, ({ services, session, params: { id: invoiceId }, body }) =>
    executeInvoiceOperation(services, session, creditInvoice, { invoiceId, ...body }, async (client) => {
      const creditNoteId = await newestCreditNote(client, invoiceId);
      return creditNoteId === undefined ? null : { kind: 'CREDIT_NOTE', creditNoteId, reason: body.reason };
    }),
  ),
  serveCall(
    calls.recordBouncedPayment,
    ({ services, session, params: { id: invoiceId, paymentId }, body: { reason } }) =>
      executeInvoiceOperation(
        services,
        session,
        recordBouncedPayment,
        { invoiceId, paymentId, reason },
        async (client) =>
          // A write-off was never a payment, so nobody is notified that a payment failed.
          (await isWriteOff(client, paymentId)) ? null : { kind: 'PAYMENT_FAILED', paymentId, reason },
      ),
  ),
];

/** Issue, resend, void, correct an invoice, and change its references. */
const pdfRoutes: readonly ApiRoute[] = [
  serveCall(calls.issueInvoice, ({ services, session, params: { id: invoiceId }, body }) =>
    executeInvoiceOperation(services, session, issueInvoice, { invoiceId, ...body }, async () => ({
      kind: 'INVOICE_ISSUED',
    })),
  ),
  serveCall(calls.sendInvoice, async ({ services, session, params: { id: invoiceId } }) => {
    const invoiceView = await readInvoice(services.pool, session, invoiceId, today(services));
    if (!invoiceView.actions.includes('send'))
      throw refuse('NOT_ISSUED', 'Only an issued invoice that is not void is sent.');
    await inTransaction(services.pool, (client) =>
      notifyAboutInvoice(client, services, { entity: session.entity, invoiceId, kind: 'INVOICE_ISSUED' }),
    );
    return invoiceView;
  }),
  serveCall(calls.voidInvoice, ({ services, session, params: { id: invoiceId }, body: { reason } }) =>
    executeInvoiceOperation(services, session, voidInvoice, { invoiceId, reason }, async () => ({
      kind: 'INVOICE_VOIDED',
      reason,
    })),
  ),
  serveCall(
    calls.correctInvoice,
    async ({ services, session, params: { id: invoiceId }, body: { reason } }) => {
      const args = { invoiceId, reason };
      const wrong = await executeInvoiceOperation(services, session, correctInvoice, args, async () => ({
        kind: 'INVOICE_VOIDED',
        reason,
      }));
      if (!wrong.correctedBy) throw new AppError('INTERNAL', MESSAGES.notFound);
      return readInvoice(services.pool, session, wrong.correctedBy.id, today(services));
    },
  ),
  serveCall(calls.updateInvoice, ({ services, session, params: { id: invoiceId }, body }) =>
    executeInvoiceOperation(services, session, updateInvoice, { invoiceId, ...body }),
  ),
];

/** Billing's operations on invoices, and manual changes of an order's payment status. */
export const invoiceOperationRoutes: readonly ApiRoute[] = [
  serveCall(calls.billSpecimens, async ({ services, session, body }) => {
    await readOrder(services.pool, session, body.orderId);
    await executeOperation(engineOf(services), session, billNow, body);
    const { rows } = await services.pool.query<{ id: string }>(
      `SELECT i.id FROM invoice i JOIN invoice_line l ON l.invoice_id = i.id AND NOT l.deleted
        WHERE i.order_id = $1 AND i.status = 'AWAITING_BILLING' AND l.specimen_ids && $2::text[] LIMIT 1`,
      [body.orderId, body.specimenIds],
    );
    if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    return readInvoice(services.pool, session, rows[0].id, today(services));
  }),
  ...moneyRoutes,
  ...pdfRoutes,
  serveCall(calls.answerInvoicing, async ({ services, session, params: { id: companyId }, body }) => {
    await requireVisibleCompany(services.pool, session, companyId);
    await executeOperation(engineOf(services), session, answerInvoicing, { companyId, ...body });
  }),
  serveCall(calls.updatePaymentStatus, async ({ services, session, params: { id: orderId }, body }) => {
    await readOrder(services.pool, session, orderId);
    await executeOperation(engineOf(services), session, markReadyToBill, { ...body, orderId });
    return readOrder(services.pool, session, orderId);
  }),
];
