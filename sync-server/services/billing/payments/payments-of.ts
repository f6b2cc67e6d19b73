import { createHmac, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { usesSimulators } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type {
  CardEvent,
  CardIntent,
  CardPayments,
  CardRefund,
} from '#sync-server/integrations/payments/card-payments.ts';
import { isSigned } from '#sync-server/integrations/payments/deliver-simulated-events.ts';
import { stripePayments } from '#sync-server/integrations/payments/stripe-payments.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import {
  INTENT_COLUMNS,
  INTENT_ROW,
  lockIntent,
  newSimulatorId,
  type SimulatedIntent,
  scheduleEvent,
} from './simulated-intent.ts';
import { payWithMethod } from './simulated-payments.ts';

const REFUNDS = `
  SELECT r.id, r.amount::float8 AS amount, substr(k.key, length('refund:') + 1) AS key
    FROM card_simulator_refund r LEFT JOIN card_simulator_key k ON k.made_id = r.id
   WHERE r.intent_id = $1 ORDER BY r.created_at, r.id`;
const FIND_BY_KEY = 'SELECT made_id AS id FROM card_simulator_key WHERE key = $1';
// Key and intent are inserted in one statement, so that the second of two concurrent calls waits and creates
// nothing.
const MAKE = `
  WITH taken AS (INSERT INTO card_simulator_key (key, made_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING made_id)
  INSERT INTO card_simulator_intent (id, client_secret, status, amount, metadata, customer_id, saves_card)
  SELECT made_id, $3::text, 'requires_payment_method', $4::bigint, $5::jsonb, $6::text, $7::boolean FROM taken RETURNING ${INTENT_COLUMNS}`;

const secretOf = (id: string): string => `${id}_secret_${randomBytes(12).toString('hex')}`;

/** Return the amount that a dispute withholds from the lab: while it is open, and finally if it is lost. */
const getDisputedAmount = ({ dispute, disputeAmount }: SimulatedIntent): number =>
  dispute === 'open' || dispute === 'lost' ? disputeAmount : 0;

function toCardIntent(row: SimulatedIntent): CardIntent {
  const { amountRefunded: _, disputeAmount: __, ...intent } = row;
  return { ...intent, dispute: row.dispute ?? 'none', disputedAmount: getDisputedAmount(row) };
}

/**
 * Return what was created under a key, or create it; the second of two concurrent calls waits for the first.
 */
async function createOnce(
  client: ClientBase,
  key: string,
  make: (id: string) => Promise<void>,
  prefix: string,
) {
  const id = newSimulatorId(prefix);
  const { rowCount } = await client.query(
    'INSERT INTO card_simulator_key (key, made_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [key, id],
  );
  if (rowCount === 1) {
    await make(id);
    return id;
  }
  const existing = await client.query<{ id: string }>(FIND_BY_KEY, [key]);
  return existing.rows[0]?.id ?? id;
}

const UNDECIDED: readonly SimulatedIntent['status'][] = ['requires_payment_method', 'requires_action'];
const decided = (): AppError =>
  new AppError('PAYMENT_PROCESSING', 'A payment is being processed. Wait until it is decided.');

const WebhookBody = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), payment_intent: z.string().optional() }) }),
});

/**
 * The card processor of a lab without keys: the same states, stored in the lab's database, and signed
 * webhooks.
 */
function cardSimulator(pool: Pool, secret: string, now: () => Date): CardPayments {
  const read = async (id: string): Promise<CardIntent> => {
    const [row] = (await pool.query<SimulatedIntent>(INTENT_ROW, [id])).rows;
    if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    return toCardIntent(row);
  };
  return {
    provider: 'SIMULATOR',
    readIntent: read,
    async createIntent({ amount, metadata, customerId, savesCard }, key) {
      const id = newSimulatorId('pi_sim');
      const intentKey = `intent:${key}`;
      const [existing] = (
        await pool.query<SimulatedIntent>(MAKE, [
          intentKey,
          id,
          secretOf(id),
          amount,
          JSON.stringify(metadata),
          customerId,
          savesCard,
        ])
      ).rows;
      if (existing) return toCardIntent(existing);
      const [before] = (await pool.query<{ id: string }>(FIND_BY_KEY, [intentKey])).rows;
      return read(before?.id ?? id);
    },
    async updateIntent(id, { amount, customerId, savesCard }) {
      await inTransaction(pool, async (client) => {
        const row = await lockIntent(client, id);
        if (!UNDECIDED.includes(row.status)) throw decided();
        await client.query(
          `UPDATE card_simulator_intent SET amount = $2, customer_id = coalesce($3, customer_id), saves_card = $4 WHERE id = $1`,
          [id, amount, customerId, savesCard],
        );
      });
      return read(id);
    },
    createCustomer: (_, key) =>
      inTransaction(pool, (client) => createOnce(client, key, async () => undefined, 'cus_sim')),
    async payWithCard(id, methodId) {
      await payWithMethod(pool, { id, methodId, now: now() });
      return read(id);
    },
    async removeCard(methodId) {
      await pool.query('UPDATE card_simulator_method SET customer_id = NULL WHERE id = $1', [methodId]);
    },
    async cancelIntent(id) {
      await inTransaction(pool, async (client) => {
        const row = await lockIntent(client, id);
        if (!UNDECIDED.includes(row.status)) return;
        await client.query(`UPDATE card_simulator_intent SET status = 'canceled' WHERE id = $1`, [id]);
        await scheduleEvent(client, 'payment_intent.canceled', id, now());
      });
      return read(id);
    },
    async refund({ intentId, amount }, key) {
      const give = (client: ClientBase) => async (id: string) => {
        const row = await lockIntent(client, intentId);
        const remaining = row.amountReceived - row.amountRefunded;
        if (remaining >= amount && remaining - getDisputedAmount(row) < amount)
          throw new AppError('PAYMENT_REFUSED', 'The card processor refused (charge_disputed).');
        if (remaining < amount) throw new AppError('CONFLICT', 'More would be given back than was paid.');
        await client.query(
          'UPDATE card_simulator_intent SET amount_refunded = amount_refunded + $2 WHERE id = $1',
          [intentId, amount],
        );
        await client.query('INSERT INTO card_simulator_refund (id, intent_id, amount) VALUES ($1, $2, $3)', [
          id,
          intentId,
          amount,
        ]);
        await scheduleEvent(client, 'charge.refunded', intentId, now());
      };
      const id = await inTransaction(pool, (client) =>
        createOnce(client, `refund:${key}`, give(client), 're_sim'),
      );
      return { id, status: 'SUCCEEDED', amount, key };
    },
    async refundsOf(intentId) {
      const { rows } = await pool.query<Pick<CardRefund, 'id' | 'amount' | 'key'>>(REFUNDS, [intentId]);
      return rows.map((row) => ({ ...row, status: 'SUCCEEDED' }));
    },
    async readEvent(body, signature): Promise<CardEvent> {
      if (!isSigned(secret, body, signature, now()))
        throw new AppError('BAD_REQUEST', 'The signature of this webhook is not valid.');
      const webhook = WebhookBody.parse(JSON.parse(body.toString('utf8')));
      const { id, payment_intent: intentId = id } = webhook.data.object;
      return { id: webhook.id, kind: webhook.type, intentId };
    },
  };
}

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Return the secret of the simulator's webhook signatures, known to this server only. */
export const simulatorSecret = ({ env }: Pick<Running, 'env'>): string =>
  createHmac('sha256', authSecret(env)).update('webhooks of the card simulator').digest('hex');

/** Report whether this server has a card processor. */
export const takesCards = ({ env }: Pick<Running, 'env'>): boolean =>
  Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) || usesSimulators(env);

/**
 * Return the card processor of this server: Stripe if its keys are set, otherwise the simulator if enabled,
 * because no lab may accept simulated money by accident.
 */
export function paymentsOf({ pool, env, now }: Running): CardPayments {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = env;
  if (key && secret) return stripePayments(key, secret);
  if (!usesSimulators(env))
    throw new AppError(
      'UNAVAILABLE',
      'Cards cannot be paid with here yet. Ask the lab for another way to pay.',
    );
  return cardSimulator(pool, simulatorSecret({ env }), now);
}
