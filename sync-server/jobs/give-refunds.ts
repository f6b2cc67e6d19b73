import { applyRefundResult } from '#db/billing/apply-refund-result.ts';
import { payment } from '#db/billing/payment.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { CardPayments } from '#sync-server/integrations/payments/port.ts';
import { paymentsOf } from '#sync-server/services/billing/payments/payments-of.ts';
import { writeAsSystem } from './write-as-system.ts';

// Checks and transfers are given back by people, who record it.
const WAITING = `
  SELECT r.id, r.entity, (-r.amount)::float8 AS amount, p.payment_intent_id AS "intentId"
    FROM payment r JOIN payment p ON p.id = r.refunds_payment_id
   WHERE r.kind = 'REFUND' AND r.status = 'PENDING' AND NOT r.deleted AND p.kind = 'CARD'
     AND p.status = 'SUCCEEDED' AND p.payment_intent_id IS NOT NULL
   ORDER BY r.created_at, r.id LIMIT 50`;

interface Waiting {
  id: string;
  entity: BusinessEntity;
  amount: number;
  intentId: string;
}

/** Gives back by card what waits for it; asked for under the refund's own id, so that it goes once. Answers how many. */
export async function giveRefunds(
  { pool, env, now, logger }: AppServices,
  cards?: CardPayments,
): Promise<number> {
  const { rows } = await pool.query<Waiting>(WAITING);
  const processor = rows.length > 0 ? (cards ?? paymentsOf({ pool, env, now })) : null;
  let given = 0;
  for (const { id, entity, amount, intentId } of processor ? rows : []) {
    try {
      const result = await processor?.refund({ intentId, amount }, `refund:${id}`);
      if (!result) continue;
      await writeAsSystem(pool, entity, { now: now(), timeZone: env.LAB_TIMEZONE }, async (tx, context) => {
        const row = await tx.get(payment, id);
        if (row) await applyRefundResult(tx, context, row, result);
      });
      given += 1;
    } catch (error) {
      logger.warn({ err: error, paymentId: id }, 'a refund was not given; it is tried again');
    }
  }
  return given;
}
