import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { invoice } from '#db/billing/invoices/invoice.ts';
import {
  type AppliedResult,
  applyPaymentResult,
  type PaymentResult,
} from '#db/billing/payments/apply-payment-result.ts';
import { applyRefunds, type ReportedRefund } from '#db/billing/payments/apply-refund-result.ts';
import { DISPUTE_CODES } from '#db/billing/payments/card-dispute.ts';
import { keepCard } from '#db/billing/payments/change-saved-cards.ts';
import { type Payment, payment } from '#db/billing/payments/payment.ts';
import { paymentEvent } from '#db/billing/payments/payment-event.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { moneyText } from '#db/values/money.ts';
import { neutralizeText } from '#sync-server/auth/accounts/account-emails.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import type {
  CardEvent,
  CardIntent,
  CardPayments,
} from '#sync-server/integrations/payments/card-payments.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { notifyAboutInvoice } from './billing-emails.ts';

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
interface DisputeNotification {
  /** Null until the invoice is issued. */
  invoiceNumber: string | null;
  /** Null for a draft that was paid and could not be submitted. */
  orderNumber: string | null;
  companyName: string;
  /** Integer cents. */
  amount: number;
  paid: number;
  /** True if it was decided against the lab before the lab knew of it. */
  lost: boolean;
  url: string;
}

/** Render the email to billing about a dispute. */
function renderDisputeEmail(entity: BusinessEntity, notification: DisputeNotification) {
  const { invoiceNumber, orderNumber, companyName, amount, paid: paidAmount, lost, url } = notification;
  const name = invoiceNumber ?? (orderNumber === null ? 'a draft order' : `order ${orderNumber}`);
  return renderEmail(entity, {
    subject: `A card payment for ${name} is disputed`,
    heading: 'A card payment is disputed',
    paragraphs: [
      'The cardholder disputes the payment. The amount went back to the card, and the invoice is open again.',
      lost
        ? 'The dispute was decided against the lab already. Ask for another payment, or void the invoice.'
        : 'Respond in the card processor’s dashboard before the deadline. If the dispute is won, the payment counts again. If lost, request another payment or void the invoice.',
    ],
    facts: [
      ...(invoiceNumber === null ? [] : [['Invoice', invoiceNumber] as const]),
      ['Order', orderNumber ?? 'Draft'],
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
async function notifyBillingOfDispute(
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

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;
const ROUNDS = 5;

/** Return the payment status for the state of its intent. */
function resultOf(intent: CardIntent): PaymentResult {
  const { status, amountReceived, failureCode, dispute, disputedAmount, card } = intent;
  if (status === 'succeeded' && (dispute === 'open' || dispute === 'lost'))
    return { status: 'FAILED', amountReceived, failureCode: DISPUTE_CODES[dispute], disputedAmount, card };
  const baseResult = { amountReceived, failureCode: null, disputedAmount: null, card };
  if (status === 'succeeded') return { ...baseResult, status: 'SUCCEEDED' };
  if (status === 'processing') return { ...baseResult, status: 'PROCESSING' };
  if (status === 'canceled') return { ...baseResult, status: 'CANCELED' };
  const failed = status === 'requires_payment_method' && failureCode !== null;
  return { ...baseResult, status: failed ? 'FAILED' : 'PENDING', failureCode };
}

interface PaymentReference {
  id: string;
  entity: BusinessEntity;
  version: number;
}

/**
 * Find the payment of an intent by the intent's id, or by the payment id in the intent if the former is not
 * stored yet.
 */
async function findPayment({ pool }: Running, intent: CardIntent): Promise<PaymentReference | undefined> {
  const { rows } = await pool.query<PaymentReference>(
    `SELECT id, entity, version FROM payment
      WHERE payment_intent_id = $1 OR (id = $2 AND payment_intent_id IS NULL) ORDER BY payment_intent_id NULLS LAST LIMIT 1`,
    [intent.id, intent.paymentId],
  );
  return rows[0];
}

/** A webhook as received. */
export interface ReceivedEvent extends CardEvent {
  body: Buffer;
}

async function notifyPeople(client: ClientBase, running: Running, row: Payment, applied: AppliedResult) {
  const { entity, id: paymentId, invoiceId } = row;
  const { notification: kind, submittedOrderId: orderId, problem: reason, dispute } = applied;
  const won = dispute === 'won';
  if (kind) await notifyAboutInvoice(client, running, { entity, invoiceId, kind, paymentId, reason, won });
  if (dispute === 'opened') await notifyBillingOfDispute(client, running, { entity, paymentId });
  if (orderId) await notifyAboutOrder(client, running, { entity }, { orderId, operation: 'submitted' });
}

/** Save the card of a payment for its organization, if the person who paid agreed to it. */
async function keepCardOf(
  tx: Transaction,
  context: OperationContext,
  { row, intent, provider }: { row: Payment; intent: CardIntent } & Pick<CardPayments, 'provider'>,
): Promise<void> {
  const { card, savesCard, status } = intent;
  if (!card || !savesCard || status !== 'succeeded' || row.cardConsentById === null) return;
  const bill = await tx.get(invoice, row.invoiceId);
  if (bill)
    await keepCard(tx, context, {
      ...card,
      companyId: bill.companyId,
      provider,
      consentById: row.cardConsentById,
    });
}

/** What the processor returned about one payment. */
interface Read {
  reference: PaymentReference;
  intent: CardIntent;
  refunds: readonly ReportedRefund[];
  event: ReceivedEvent | null;
}

/** Apply an intent once; null if the payment has changed since the intent was read, which may be outdated. */
function applyOnce(
  running: Running,
  { reference, intent, refunds, event, provider }: Read & Pick<CardPayments, 'provider'>,
): Promise<string | null> {
  const settings = { now: running.now(), timeZone: running.env.LAB_TIMEZONE };
  return writeAsSystem(running.pool, reference.entity, settings, async (tx, context, client, flush) => {
    if (event && (await tx.find(paymentEvent, { eventId: event.id })).length > 0) return 'repeated';
    let row = await tx.get(payment, reference.id);
    if (!row || row.version !== reference.version) return null;
    if (row.paymentIntentId === null) row = await tx.patch(payment, row.id, { paymentIntentId: intent.id });
    const applied = await applyPaymentResult(tx, context, row, resultOf(intent));
    await keepCardOf(tx, context, { row, intent, provider });
    await applyRefunds(tx, context, row, refunds);
    if (event)
      await tx.insert(paymentEvent, {
        id: context.newId(),
        provider,
        eventId: event.id,
        kind: event.kind,
        payloadHash: createHash('sha256').update(event.body).digest('hex'),
        paymentIntentId: intent.id,
        receivedAt: context.occurredAt,
        appliedAt: context.occurredAt,
        outcome: applied.outcome,
      });
    // The emails read what was written, for instance how many specimens are to be sent.
    await flush();
    await notifyPeople(client, running, row, applied);
    return applied.outcome;
  });
}

/**
 * Report whether an event may bring refunds: they exist only for received money, and the processor's events
 * name them.
 */
const mayReportRefunds = ({ status }: CardIntent, event: ReceivedEvent | null): boolean =>
  status === 'succeeded' && (event === null || event.kind.includes('refund'));

const isKnown = async ({ pool }: Running, eventId: string): Promise<boolean> =>
  ((await pool.query('SELECT 1 FROM payment_event WHERE event_id = $1', [eventId])).rowCount ?? 0) > 0;

/**
 * Read an intent again and apply its state once, whatever the source and order: a webhook (`event`), the
 * returning page, or the job that checks payments without events.
 */
export async function applyIntent(
  running: Running,
  cards: CardPayments,
  intentId: string,
  event: ReceivedEvent | null = null,
): Promise<string> {
  if (event && (await isKnown(running, event.id))) return 'repeated';
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cards.readIntent(intentId);
    const reference = await findPayment(running, before);
    if (!reference) return 'of no payment known here';
    // Read after the version of the row, so that no state older than the row is ever applied.
    const intent = await cards.readIntent(intentId);
    const refunds = mayReportRefunds(intent, event) ? await cards.refundsOf(intentId) : [];
    const outcome = await applyOnce(running, {
      reference,
      intent,
      refunds,
      event,
      provider: cards.provider,
    });
    if (outcome !== null) return outcome;
  }
  throw new AppError('UNAVAILABLE', 'This payment is being changed by others. Tell it again.');
}
