import type { ClientBase } from 'pg';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { MoneyNotificationKind } from '#sync-server/services/billing/payments/billing-emails.ts';
import { notifyAboutInvoice } from '#sync-server/services/billing/payments/notify-about-invoice.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readInvoice } from './read-invoice.ts';

/** Return the lab's current day. */
export const today = ({ now, env }: Pick<AppServices, 'now' | 'env'>): string =>
  labDayOf(now().toISOString(), env.LAB_TIMEZONE);

/** The notification of an operation, with the payment if it concerns one. */
export interface InvoiceNotification {
  kind: MoneyNotificationKind;
  paymentId?: string;
  reason?: string | null;
}

/** Read the payment that was recorded last, in the transaction that recorded it. */
export async function newestPayment(client: ClientBase, invoiceId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM payment WHERE invoice_id = $1 AND kind <> 'REFUND' AND NOT deleted
      ORDER BY created_at DESC, id DESC LIMIT 1`,
    [invoiceId],
  );
  return rows[0]?.id;
}

/** Report whether the invoice was written off instead of paid. */
export const isWriteOff = async (client: ClientBase, paymentId: string): Promise<boolean> =>
  (await client.query(`SELECT 1 FROM payment WHERE id = $1 AND kind = 'WRITE_OFF'`, [paymentId])).rowCount ===
  1;

/**
 * Execute an operation on a visible invoice and return the invoice; the payer is notified in the same
 * transaction.
 */
export async function executeInvoiceOperation(
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
  return readInvoice(services.pool, session, invoiceId, today(services));
}
