import type { AppServices } from '#sync-server/http/api-route.ts';
import type { CardPayments } from '#sync-server/integrations/payments/port.ts';
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
