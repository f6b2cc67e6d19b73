import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { CardIntent } from '#sync-server/integrations/payments/card-payments.ts';

/** A row of the simulator's own table. */
export interface SimulatedIntent {
  id: string;
  clientSecret: string;
  status: Exclude<CardIntent['status'], 'requires_confirmation'>;
  amount: number;
  amountReceived: number;
  amountRefunded: number;
  failureCode: string | null;
  dispute: 'open' | 'won' | 'lost' | null;
  disputeAmount: number;
  paymentId: string;
  customerId: string | null;
  savesCard: boolean;
  card: CardIntent['card'];
}

/** SQL: the columns of a simulated intent. */
export const INTENT_COLUMNS = `
  id, client_secret AS "clientSecret", status, amount::float8 AS amount,
  amount_received::float8 AS "amountReceived", amount_refunded::float8 AS "amountRefunded",
  failure_code AS "failureCode", dispute, dispute_amount::float8 AS "disputeAmount", metadata ->> 'paymentId' AS "paymentId",
  customer_id AS "customerId", saves_card AS "savesCard",
  (SELECT jsonb_build_object('paymentMethodId', m.id, 'brand', m.brand, 'last4', m.last4, 'expMonth', m.exp_month,
     'expYear', m.exp_year) FROM card_simulator_method m WHERE m.id = card_simulator_intent.method_id) AS card`;
/** SQL: one simulated intent. */
export const INTENT_ROW = `SELECT ${INTENT_COLUMNS} FROM card_simulator_intent WHERE id = $1`;
/** Return a random id of the simulator. */
export const newSimulatorId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Lock an intent of the simulator until the transaction ends. */
export async function lockIntent(client: ClientBase, id: string): Promise<SimulatedIntent> {
  const [row] = (await client.query<SimulatedIntent>(`${INTENT_ROW} FOR UPDATE`, [id])).rows;
  if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Record an event of an intent for delivery. */
export async function scheduleEvent(
  client: ClientBase,
  kind: string,
  intentId: string,
  now: Date,
): Promise<void> {
  await client.query(
    'INSERT INTO card_simulator_event (id, kind, intent_id, next_at) VALUES ($1, $2, $3, $4)',
    [newSimulatorId('evt_sim'), kind, intentId, now],
  );
}
