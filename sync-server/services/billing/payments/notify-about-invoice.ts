import type { ClientBase } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { isPlainAddress } from '#db/values/email-address.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { allOrFirstError, pipelined } from '#sync-server/postgres/pipelined.ts';
import { findOrderRecipients } from '#sync-server/services/ordering/order-recipients.ts';
import { type MoneyNotificationKind, renderMoneyEmail } from './billing-emails.ts';

const STATE = `
  SELECT CASE WHEN i.issued_at IS NULL THEN NULL ELSE i.invoice_number END AS "invoiceNumber",
         i.due_date::text AS "dueDate", i.total_due::float8 AS "totalDue",
         (i.total_due - i.amount_paid)::float8 AS balance, i.billing_emails AS "billingEmails",
         o.id AS "orderId", o.order_number AS "orderNumber", c.name AS "companyName",
         i.company_id IN (oc.id, oc.parent_company_id) AS "seesOrder",
         CASE WHEN i.company_id = o.company_id THEN NULL
              ELSE ARRAY(SELECT m.email FROM user_company uc JOIN "user" m ON m.id = uc.user_id
                          WHERE uc.company_id = i.company_id AND uc.role = ANY ($2) AND NOT uc.deactivated AND NOT uc.deleted
                          ORDER BY 1) END AS sponsors
    FROM invoice i JOIN "order" o ON o.id = i.order_id JOIN company c ON c.id = i.company_id
    JOIN company oc ON oc.id = o.company_id
   WHERE i.id = $1`;
// Billing records a check but did not pay it, so the author is not notified.
const PAYER = `
  SELECT CASE WHEN p.kind = 'CARD' THEN u.email END AS email, coalesce(p.disputed_amount, p.amount)::float8 AS amount,
         CASE WHEN p.disputed_amount IS NOT NULL THEN 'DISPUTED' WHEN p.failure_code = 'bounced' THEN 'BOUNCED' END AS failure
    FROM payment p LEFT JOIN "user" u ON u.id = p.recorded_by_id WHERE p.id = $1`;

interface PayerRow {
  email: string | null;
  amount: number;
  failure: 'BOUNCED' | 'DISPUTED' | null;
}

interface State {
  invoiceNumber: string | null;
  dueDate: string | null;
  totalDue: number;
  balance: number;
  billingEmails: string[];
  orderId: string;
  orderNumber: string;
  companyName: string;
  /** False for people of a campaign's sponsor, unless it orders itself. */
  seesOrder: boolean;
  /** The managers of a campaign's sponsor; null if the company itself pays. */
  sponsors: string[] | null;
}

/** The invoice of a notification; `paymentId` if it concerns one payment, whose payer is notified too. */
export interface InvoiceNotificationRequest {
  entity: BusinessEntity;
  invoiceId: string;
  kind: MoneyNotificationKind;
  paymentId?: string;
  reason?: string | null;
  /** True if a dispute of the payment was decided in favor of the lab. */
  won?: boolean;
}

/** Find the billed customers; staff who placed an order get no bill, unless nobody else is known. */
async function customersOf(client: ClientBase, orderId: string): Promise<string[]> {
  const { ordered } = await findOrderRecipients(client, orderId);
  const customers = ordered.filter(({ staff }) => !staff);
  return (customers.length > 0 ? customers : ordered).map(({ email }) => email);
}

/** Notify the payers in the transaction of the change. */
export async function notifyAboutInvoice(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  { entity, invoiceId, kind, paymentId, reason = null, won = false }: InvoiceNotificationRequest,
): Promise<void> {
  const [state] = (await client.query<State>(STATE, [invoiceId, rolesWith('answerForCompany')])).rows;
  if (!state) return;
  const [payerRow] = paymentId ? (await client.query<PayerRow>(PAYER, [paymentId])).rows : [];
  const page =
    state.invoiceNumber === null && state.seesOrder ? `/orders/${state.orderId}` : `/invoices/${invoiceId}`;
  const email = renderMoneyEmail(kind, entity, {
    ...state,
    // Reasons of other customers' orders are not shown to the sponsor.
    orderNumber: state.seesOrder ? state.orderNumber : null,
    amount: payerRow?.amount ?? state.totalDue,
    failure: payerRow?.failure ?? null,
    won,
    reason: state.seesOrder ? reason : null,
    url: `${publicUrl(env, entity)}${page}`,
  });
  const people = payerRow?.email ? [payerRow.email, ...state.billingEmails] : [...state.billingEmails];
  // Without a billing email address, the person who ordered is notified.
  if (people.length === 0) people.push(...(state.sponsors ?? (await customersOf(client, state.orderId))));
  const data = { targetType: 'Invoice', targetId: invoiceId };
  const queued = pipelined(client, () =>
    [...new Set(people)]
      .filter(isPlainAddress)
      .map((to) => queueMail(client, { entity, kind, to, ...email, data })),
  );
  await allOrFirstError(queued);
}
