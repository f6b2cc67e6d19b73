import type { ClientBase } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { isPlainAddress } from '#db/values/email-address.ts';
import { moneyText } from '#db/values/money.ts';
import { orderName } from '#db/values/order-name.ts';
import { neutralizeText } from '#sync-server/auth/accounts/account-emails.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { formatLongDate, renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { allOrFirstError } from '#sync-server/postgres/transaction.ts';
import { findOrderRecipients } from '#sync-server/services/ordering/orders/notify-about-order.ts';

/** The input of an email about an invoice or its payment. */
export interface MoneyNotification {
  url: string;
  /** Null until the invoice is issued. */
  invoiceNumber: string | null;
  /** Null for a sponsor who does not see the order that it pays for. */
  orderNumber: string | null;
  /** The name of a draft, which is paid by card before it has a number. */
  draftName?: string | null;
  companyName: string;
  /** Integer cents. */
  amount: number;
  balance: number;
  dueDate: string | null;
  reason: string | null;
  /** Brand and last four digits of the card. */
  card?: string | null;
  /** How a received payment failed later; null for a declined card. */
  failure?: 'BOUNCED' | 'DISPUTED' | null;
  /** True if a dispute of the payment was decided in favor of the lab. */
  won?: boolean;
}

const WORDING = {
  INVOICE_ISSUED: {
    subject: 'Invoice {name}',
    heading: 'Your invoice',
    paragraphs: ['Pay by card on the invoice page, or by check or transfer to the address below.'],
    amount: 'Total',
    action: 'Open invoice',
  },
  PAYMENT_RECEIPT: {
    subject: 'We received your payment for {name}',
    heading: 'Thank you for your payment',
    paragraphs: ['Keep this email as your receipt.'],
    amount: 'Paid',
    action: 'Open',
  },
  PAYMENT_FAILED: {
    subject: 'Your payment for {name} did not go through',
    heading: 'Your payment did not go through',
    paragraphs: ['Nothing was charged. Try again with the same or another card.'],
    amount: 'Amount',
    action: 'Try again',
  },
  INVOICE_OVERDUE: {
    subject: 'Invoice {name} is overdue',
    heading: 'This invoice is overdue',
    paragraphs: ['If you already paid, you can ignore this email.'],
    amount: 'Total',
    action: 'Pay invoice',
  },
  CREDIT_NOTE: {
    subject: 'Credit note for {name}',
    heading: 'Your invoice was corrected',
    paragraphs: [
      'The attached credit note lowers what you owe. Overpayments are refunded to the original payment method.',
    ],
    amount: 'Credit',
    action: 'Open invoice',
  },
  INVOICE_VOIDED: {
    subject: 'Invoice {name} is void',
    heading: 'This invoice is void',
    paragraphs: ['Do not pay this invoice. You receive a corrected one when available.'],
    amount: 'Total',
    action: 'Open invoice',
  },
} as const satisfies Partial<Record<EmailKind, object>>;
export type MoneyNotificationKind = keyof typeof WORDING;

/** The payment was received and no longer counts, so "nothing was charged" would be false. */
const REVERSAL_WORDING = {
  BOUNCED: {
    ...WORDING.PAYMENT_FAILED,
    subject: 'Your payment for {name} did not arrive',
    heading: 'Your payment did not arrive',
    paragraphs: ['The check or transfer did not arrive, so the amount is due again.'],
    action: 'Open invoice',
  },
  DISPUTED: {
    ...WORDING.PAYMENT_FAILED,
    subject: 'Your payment for {name} was disputed',
    heading: 'Your payment was disputed',
    paragraphs: ['The cardholder disputed the payment and was refunded, so the amount is due again.'],
    action: 'Open invoice',
  },
} as const;

/** The payment was received before and is not a second one. */
const WON = {
  ...WORDING.PAYMENT_RECEIPT,
  subject: 'Your payment for {name} counts again',
  heading: 'Your payment counts again',
  paragraphs: [
    'The card payment dispute was decided for the lab, so the payment counts again. Any overpayment is refunded.',
  ],
} as const;

/** Without an amount due, nobody is asked to pay. */
const NOTHING_DUE = { ...WORDING.INVOICE_ISSUED, paragraphs: ['No payment is due.'] } as const;

function wordingOf(kind: MoneyNotificationKind, { failure, balance, won = false }: MoneyNotification) {
  if (kind === 'PAYMENT_FAILED' && failure) return REVERSAL_WORDING[failure];
  if (kind === 'PAYMENT_RECEIPT' && won) return WON;
  return kind === 'INVOICE_ISSUED' && balance <= 0 ? NOTHING_DUE : WORDING[kind];
}

/** Render an email about an invoice, in the design of its business entity. */
export function renderMoneyEmail(
  kind: MoneyNotificationKind,
  entity: BusinessEntity,
  notification: MoneyNotification,
) {
  const { subject, heading, paragraphs, amount, action } = wordingOf(kind, notification);
  const name =
    notification.invoiceNumber ??
    (notification.orderNumber === null ? 'an order' : `order ${notification.orderNumber}`);
  const order = notification.orderNumber ?? notification.draftName;
  const { billingAddress, supportAddress } = ENTITY_PROFILE[entity];
  return renderEmail(entity, {
    subject: subject.replace('{name}', name),
    heading,
    paragraphs: notification.reason === null ? paragraphs : [...paragraphs, notification.reason],
    facts: [
      ...(notification.invoiceNumber ? [['Invoice', notification.invoiceNumber] as const] : []),
      ...(order ? [['Order', neutralizeText(order, '(see the page)')] as const] : []),
      ['Organization', neutralizeText(notification.companyName, '(see the page)')],
      [amount, moneyText(notification.amount)],
      ...(notification.card ? [['Card', notification.card] as const] : []),
      ['Balance due', moneyText(Math.max(0, notification.balance))],
      ...(notification.dueDate ? [['Due', formatLongDate(notification.dueDate)] as const] : []),
      ...(kind === 'INVOICE_ISSUED' && notification.balance > 0
        ? [['Pay to', billingAddress.join(', ')] as const]
        : []),
    ],
    action: { label: action, url: notification.url },
    footnote: `Questions? Write to ${supportAddress}.`,
  });
}

const STATE = `
  SELECT CASE WHEN i.issued_at IS NULL THEN NULL ELSE i.invoice_number END AS "invoiceNumber",
         i.due_date::text AS "dueDate", i.total_due::float8 AS "totalDue",
         (i.total_due - i.amount_paid)::float8 AS balance, i.billing_emails AS "billingEmails",
         o.id AS "orderId", o.order_number AS "orderNumber", o.created_at AS "orderCreatedAt",
         (SELECT min(v.name) FROM service v WHERE v.protocol_id = o.protocol_id) AS "serviceName", c.name AS "companyName",
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
  SELECT CASE WHEN p.kind = 'CARD' THEN u.email END AS email,
         p.card_brand || ' ending in ' || p.card_last4 AS card, coalesce(p.disputed_amount, p.amount)::float8 AS amount,
         CASE WHEN p.disputed_amount IS NOT NULL THEN 'DISPUTED' WHEN p.failure_code = 'bounced' THEN 'BOUNCED' END AS failure
    FROM payment p LEFT JOIN "user" u ON u.id = p.recorded_by_id WHERE p.id = $1`;

const CREDIT = 'SELECT amount::float8 AS amount FROM credit_note WHERE id = $1';

interface PayerRow {
  email: string | null;
  card: string | null;
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
  orderNumber: string | null;
  serviceName: string | null;
  orderCreatedAt: Date;
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
  creditNoteId?: string;
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
  {
    entity,
    invoiceId,
    kind,
    paymentId,
    creditNoteId,
    reason = null,
    won = false,
  }: InvoiceNotificationRequest,
): Promise<void> {
  const [state] = (await client.query<State>(STATE, [invoiceId, rolesWith('answerForCompany')])).rows;
  if (!state) return;
  const [payerRow] = paymentId ? (await client.query<PayerRow>(PAYER, [paymentId])).rows : [];
  const [credit] = creditNoteId ? (await client.query<{ amount: number }>(CREDIT, [creditNoteId])).rows : [];
  const page =
    state.invoiceNumber === null && state.seesOrder ? `/orders/${state.orderId}` : `/invoices/${invoiceId}`;
  const draft = { ...state, createdAt: state.orderCreatedAt.toISOString() };
  const email = renderMoneyEmail(kind, entity, {
    ...state,
    // Reasons of other customers' orders are not shown to the sponsor.
    orderNumber: state.seesOrder ? state.orderNumber : null,
    draftName: state.seesOrder && state.orderNumber === null ? orderName(draft, env.LAB_TIMEZONE) : null,
    amount: credit?.amount ?? payerRow?.amount ?? state.totalDue,
    card: payerRow?.card ?? null,
    failure: payerRow?.failure ?? null,
    won,
    reason: state.seesOrder ? reason : null,
    url: `${publicUrl(env, entity)}${page}`,
  });
  const people = payerRow?.email ? [payerRow.email, ...state.billingEmails] : [...state.billingEmails];
  // Without a billing email address, the person who ordered is notified.
  if (people.length === 0) people.push(...(state.sponsors ?? (await customersOf(client, state.orderId))));
  const data = {
    targetType: 'Invoice',
    targetId: invoiceId,
    ...(paymentId ? { paymentId } : {}),
    ...(creditNoteId ? { creditNoteId } : {}),
  };
  const queued = [...new Set(people)]
    .filter(isPlainAddress)
    .map((to) => queueMail(client, { entity, kind, to, ...email, data }));
  await allOrFirstError(queued);
}
