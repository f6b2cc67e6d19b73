import { payment } from '#db/billing/payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { CardIntent, CardPayments } from '#sync-server/integrations/payments/port.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as-system.ts';

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

interface OpenPayment {
  id: string;
  invoiceId: string;
  amount: number;
  idempotencyKey: string;
  paymentIntentId: string | null;
}

const OPEN = `
  SELECT id, invoice_id AS "invoiceId", amount::float8 AS amount, idempotency_key AS "idempotencyKey",
         payment_intent_id AS "paymentIntentId"
    FROM payment WHERE invoice_id = $1 AND kind = 'CARD' AND status IN ('PENDING', 'FAILED') AND received_at IS NULL
     AND NOT deleted ORDER BY attempt DESC LIMIT 1`;

/** What the page needs to pay; the secret opens the card form. */
export interface ClientIntent {
  clientSecret: string;
  paymentIntentId: string;
  amount: number;
}

/** Store the intent of a payment; an intent stored earlier stays. */
function storeIntent(
  { pool, now, env }: Running,
  { entity }: Pick<Session, 'entity'>,
  id: string,
  intent: CardIntent,
) {
  const settings = { now: now(), timeZone: env.LAB_TIMEZONE };
  return writeAsSystem(pool, entity, settings, async (tx) => {
    const row = await tx.get(payment, id);
    if (row?.paymentIntentId === null) await tx.patch(payment, id, { paymentIntentId: intent.id });
    return row?.paymentIntentId ?? intent.id;
  });
}

/** Create the processor's intent for the open payment of an invoice, or update its amount. */
export async function createPaymentIntent(
  running: Running,
  cards: CardPayments,
  session: Pick<Session, 'entity'>,
  invoiceId: string,
): Promise<ClientIntent> {
  const notPayable = () =>
    new AppError(
      'CONFLICT',
      'This is being paid in another window. Load the page again to see how it stands.',
    );
  const [open] = (await running.pool.query<OpenPayment>(OPEN, [invoiceId])).rows;
  if (!open) throw notPayable();
  const { id: paymentId, amount, idempotencyKey: key } = open;
  let intent: CardIntent;
  if (open.paymentIntentId === null) {
    const metadata = { paymentId, invoiceId, entity: session.entity };
    intent = await cards.createIntent({ amount, metadata }, key);
    const storedIntentId = await storeIntent(running, session, paymentId, intent);
    if (storedIntentId !== intent.id) {
      // Nobody has its secret, so nothing can have been paid with it.
      await cards.cancelIntent(intent.id);
      throw notPayable();
    }
  } else intent = await cards.readIntent(open.paymentIntentId);
  if (intent.amount !== amount) intent = await cards.updateIntent(intent.id, amount, key);
  return { clientSecret: intent.clientSecret, paymentIntentId: intent.id, amount: intent.amount };
}
