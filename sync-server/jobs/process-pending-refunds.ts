import { applyRefundResult, type RefundResult, refundKey } from '#db/billing/apply-refund-result.ts';
import { payment } from '#db/billing/payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { CardPayments } from '#sync-server/integrations/payments/port.ts';
import { isCounted } from '#sync-server/services/billing/payment-reversals.ts';
import { paymentsOf } from '#sync-server/services/billing/payments/payments-of.ts';
import { writeAsSystem } from './write-as-system.ts';

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
