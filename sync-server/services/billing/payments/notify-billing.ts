import type { ClientBase } from 'pg';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { moneyText } from '#db/values/money.ts';
import { neutralizeText } from '#sync-server/auth/account-emails.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';

const DISPUTED = `
  SELECT i.id AS "invoiceId", CASE WHEN i.issued_at IS NOT NULL THEN i.invoice_number END AS "invoiceNumber",
         o.order_number AS "orderNumber", c.name AS "companyName", p.disputed_amount::float8 AS amount,
         p.amount::float8 AS paid, p.failure_code = 'dispute_lost' AS lost
    FROM payment p JOIN invoice i ON i.id = p.invoice_id JOIN "order" o ON o.id = i.order_id
    JOIN company c ON c.id = i.company_id
   WHERE p.id = $1 AND p.disputed_amount IS NOT NULL`;
const BILLING = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role IN ${rolesSql('receiveBillingNotices')} AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
   ORDER BY 1`;

/** The input of a notification about a dispute. */
export interface DisputeNotification {
  /** Null until the invoice is issued. */
  invoiceNumber: string | null;
  orderNumber: string;
  companyName: string;
  /** Integer cents. */
  amount: number;
  paid: number;
  /** True if it was decided against the lab before the lab knew of it. */
  lost: boolean;
  url: string;
}

/** Render the email to billing about a dispute. */
export function renderDisputeEmail(entity: BusinessEntity, notification: DisputeNotification) {
  const { invoiceNumber, orderNumber, companyName, amount, paid: paidAmount, lost, url } = notification;
  const name = invoiceNumber ?? `order ${orderNumber}`;
  return renderEmail(entity, {
    subject: `A card payment for ${name} is disputed`,
    heading: 'A card payment is disputed',
    paragraphs: [
      'The owner of the card disputes the payment. The money went back to the card, and the invoice is open again.',
      lost
        ? 'The dispute was decided against the lab already. Ask for another payment, or void the invoice.'
        : 'Answer it at the card processor before its deadline. If it is won, the payment counts again by itself; if it is lost, ask for another payment or void the invoice.',
    ],
    facts: [
      ...(invoiceNumber === null ? [] : [['Invoice', invoiceNumber] as const]),
      ['Order', orderNumber],
      ['Organization', neutralizeText(companyName, '(see the page)')],
      ['Disputed', moneyText(amount)],
      ['Paid', moneyText(paidAmount)],
    ],
    action: { label: 'Open invoice', url },
  });
}

/**
 * Notify the billing managers of a business entity of a disputed payment, in the transaction that records it.
 */
export async function notifyBillingOfDispute(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  { entity, paymentId }: { entity: BusinessEntity; paymentId: string },
): Promise<void> {
  const [disputed] = (
    await client.query<Omit<DisputeNotification, 'url'> & { invoiceId: string }>(DISPUTED, [paymentId])
  ).rows;
  if (!disputed) return;
  const { invoiceId: targetId, ...facts } = disputed;
  const url = `${publicUrl(env, entity)}/billing/invoices/${targetId}`;
  const email = renderDisputeEmail(entity, { ...facts, url });
  for (const { email: to } of (await client.query<{ email: string }>(BILLING, [entity])).rows)
    await queueMail(client, {
      entity,
      kind: 'PAYMENT_FAILED',
      to,
      ...email,
      data: { targetType: 'Invoice', targetId },
    });
}
