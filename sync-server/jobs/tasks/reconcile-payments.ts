import { applyRefundResult, type RefundResult, refundKey } from '#db/billing/payments/apply-refund-result.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { CardPayments } from '#sync-server/integrations/payments/card-payments.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { isCounted } from '#sync-server/services/billing/invoices/invoice-query.ts';
import { applyIntent } from '#sync-server/services/billing/payments/apply-intent.ts';
import { paymentsOf } from '#sync-server/services/billing/payments/payments-of.ts';

const QUIET_MINUTES = 10;

// Intents without a recent event, or whose purpose has ended; refunds are checked through their intent.
const OPEN = `
  SELECT p.payment_intent_id AS "intentId", i.status IN ('CANCELED', 'VOID') AS over, p.updated_at
    FROM payment p JOIN invoice i ON i.id = p.invoice_id
   WHERE p.kind = 'CARD' AND p.status IN ('PENDING', 'PROCESSING', 'FAILED') AND p.received_at IS NULL
     AND p.payment_intent_id IS NOT NULL AND NOT p.deleted
     AND (i.status IN ('CANCELED', 'VOID')
       OR (p.status <> 'FAILED' AND p.updated_at BETWEEN $1::timestamptz - interval '30 days'
             AND $1::timestamptz - interval '${QUIET_MINUTES} minutes'))
  UNION ALL
  SELECT p.payment_intent_id, false, r.updated_at
    FROM payment r JOIN payment p ON p.id = r.refunds_payment_id
   WHERE r.kind = 'REFUND' AND r.status = 'PROCESSING' AND NOT r.deleted AND p.payment_intent_id IS NOT NULL
     AND r.updated_at < $1::timestamptz - interval '${QUIET_MINUTES} minutes'
   ORDER BY updated_at LIMIT 100`;

/** Read stale intents again, and cancel those whose invoice is canceled or void. Returns their number. */
export async function reconcilePayments(
  { pool, env, now, logger }: AppServices,
  cards?: CardPayments,
): Promise<number> {
  const { rows } = await pool.query<{ intentId: string; over: boolean }>(OPEN, [now()]);
  const running = { pool, env, now };
  const processor = rows.length > 0 ? (cards ?? paymentsOf(running)) : null;
  let reconciled = 0;
  for (const { intentId, over } of processor ? rows : []) {
    try {
      if (over) await processor?.cancelIntent(intentId);
      if (processor) await applyIntent(running, processor, intentId);
      reconciled += 1;
    } catch (error) {
      logger.warn({ err: error, intentId }, 'a payment was not reconciled; it is tried again');
    }
  }
  return reconciled;
}

// People make refunds of checks and transfers and record them.
const WAITING = `
  SELECT r.id, r.entity, r.attempt, (-r.amount)::float8 AS amount, p.payment_intent_id AS "intentId"
    FROM payment r JOIN payment p ON p.id = r.refunds_payment_id
   WHERE r.kind = 'REFUND' AND r.status = 'PENDING' AND NOT r.deleted AND p.kind = 'CARD'
     AND ${isCounted('p')} AND p.payment_intent_id IS NOT NULL
   ORDER BY r.created_at, r.id LIMIT 50`;

interface Waiting {
  id: string;
  entity: BusinessEntity;
  attempt: number;
  amount: number;
  intentId: string;
}

/** Request a refund; a refusal marks it failed, so that billing sees it. */
async function requestRefund(
  processor: CardPayments,
  { id, attempt, amount, intentId }: Waiting,
): Promise<RefundResult> {
  try {
    return await processor.refund({ intentId, amount }, refundKey({ id, attempt }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'PAYMENT_REFUSED') return { id: null, status: 'FAILED' };
    throw error;
  }
}

/**
 * Process pending card refunds under a key of refund and attempt, so that each is paid once. Returns their
 * number.
 */
export async function processPendingRefunds(
  { pool, env, now, logger }: AppServices,
  cards?: CardPayments,
): Promise<number> {
  const { rows } = await pool.query<Waiting>(WAITING);
  const processor = rows.length > 0 ? (cards ?? paymentsOf({ pool, env, now })) : null;
  let refundCount = 0;
  for (const waiting of rows) {
    const { id, entity } = waiting;
    try {
      if (!processor) break;
      const result = await requestRefund(processor, waiting);
      await writeAsSystem(pool, entity, { now: now(), timeZone: env.LAB_TIMEZONE }, async (tx, context) => {
        const row = await tx.get(payment, id);
        if (row) await applyRefundResult(tx, context, row, result);
      });
      refundCount += 1;
    } catch (error) {
      logger.warn({ err: error, paymentId: id }, 'a refund was not given; it is tried again');
    }
  }
  return refundCount;
}
