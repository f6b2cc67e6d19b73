import type { ClientBase } from 'pg';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { notifyAboutInvoice } from '#sync-server/services/billing/payments/billing-emails.ts';

/** Days after the due date on which the organization is reminded, once each. */
const REMINDED_AFTER = [1, 15, 30] as const;
const ROUND = 50;

const OPEN = `entity = $1 AND issued_at IS NOT NULL AND due_date < $2::date AND total_due > amount_paid AND NOT deleted`;
const OVERDUE_INVOICES = `SELECT id FROM invoice WHERE ${OPEN} AND status = 'BILLED' ORDER BY due_date, id LIMIT ${ROUND}`;
const UNREMINDED = `
  SELECT id, ($2::date - due_date) AS days FROM invoice
   WHERE ${OPEN} AND status IN ('AWAITING_PAYMENT', 'PARTIALLY_PAID', 'PARTIALLY_FAILED', 'FAILED')
     AND coalesce(reminded_days, 0) < CASE WHEN $2::date - due_date >= 30 THEN 30 WHEN $2::date - due_date >= 15 THEN 15 ELSE 1 END
   ORDER BY due_date, id LIMIT ${ROUND}`;

/** Return the reminder for so many overdue days: after downtime only the latest one is sent. */
const reminderAt = (daysLate: number): number =>
  REMINDED_AFTER.filter((days) => days <= daysLate).at(-1) ?? 0;

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

const remindSome = (services: Services, entity: BusinessEntity): Promise<number> => {
  const { pool, env, now } = services;
  const settings = { now: now(), timeZone: env.LAB_TIMEZONE };
  return writeAsSystem(pool, entity, settings, async (tx, context, client) => {
    const values = [entity, context.labDay];
    const idsOf = async (from: ClientBase, text: string) =>
      (await from.query<{ id: string; days: number }>(text, values)).rows;
    const overdue = await idsOf(client, OVERDUE_INVOICES);
    for (const { id } of overdue) await settleInvoice(tx, context, id);
    // Invoices that became overdue in this run are reminded in the next one, after the status is stored.
    const due = await idsOf(client, UNREMINDED);
    for (const { id, days } of due) {
      await tx.patch(invoice, id, { remindedDays: reminderAt(days) });
      await notifyAboutInvoice(client, services, { entity, invoiceId: id, kind: 'INVOICE_OVERDUE' });
    }
    return overdue.length + due.length;
  });
};

/**
 * Mark invoices as overdue when their due date has passed in the lab's time zone, and remind their
 * organization 1, 15 and 30 days later. Returns the number of changes; safe to run in several processes at
 * once.
 */
export async function sendInvoiceReminders(services: Services): Promise<number> {
  let total = 0;
  for (const entity of BUSINESS_ENTITIES) {
    for (;;) {
      const done = await remindSome(services, entity);
      total += done;
      if (done === 0) break;
    }
  }
  return total;
}
