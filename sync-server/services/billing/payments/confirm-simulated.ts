import { timingSafeEqual } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type CardBehavior, TEST_CARDS } from '#sync-server/integrations/payments/test-cards.ts';
import { allOrFirstError, pipelined } from '#sync-server/postgres/pipelined.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { openDispute } from './dispute-simulated.ts';
import { lockIntent, type SimulatedIntent, scheduleEvent } from './simulator.ts';

/** Duration of a card payment that settles later. */
export const SETTLES_AFTER_MS = 10_000;

interface Confirmation {
  id: string;
  clientSecret: string;
  now: Date;
}

async function lockPayment(client: ClientBase, { id, clientSecret }: Confirmation): Promise<SimulatedIntent> {
  const row = await lockIntent(client, id);
  const known = Buffer.from(row.clientSecret);
  const received = Buffer.from(clientSecret);
  // Without the secret, the existence of the intent is not revealed.
  if (known.length !== received.length || !timingSafeEqual(known, received))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}

const succeed = async (client: ClientBase, id: string, now: Date): Promise<void> => {
  const statements = pipelined(client, () => [
    client.query(
      `UPDATE card_simulator_intent SET status = 'succeeded', amount_received = amount, failure_code = NULL,
         settles_at = NULL WHERE id = $1`,
      [id],
    ),
    scheduleEvent(client, 'payment_intent.succeeded', id, now),
  ]);
  await allOrFirstError(statements);
};

const decline = async (client: ClientBase, id: string, code: string, now: Date): Promise<void> => {
  await client.query(
    `UPDATE card_simulator_intent SET status = 'requires_payment_method', failure_code = $2 WHERE id = $1`,
    [id, code],
  );
  await scheduleEvent(client, 'payment_intent.payment_failed', id, now);
};

async function behave(client: ClientBase, id: string, behavior: CardBehavior, now: Date): Promise<void> {
  switch (behavior.does) {
    case 'succeed':
      return succeed(client, id, now);
    case 'decline':
      return decline(client, id, behavior.code, now);
    case 'ask':
      await client.query(`UPDATE card_simulator_intent SET status = 'requires_action' WHERE id = $1`, [id]);
      return scheduleEvent(client, 'payment_intent.requires_action', id, now);
    case 'settle later':
      await client.query(
        `UPDATE card_simulator_intent SET status = 'processing', failure_code = NULL, settles_at = $2 WHERE id = $1`,
        [id, new Date(now.getTime() + SETTLES_AFTER_MS)],
      );
      return scheduleEvent(client, 'payment_intent.processing', id, now);
    case 'dispute':
      await succeed(client, id, now);
      return openDispute(client, id, now);
  }
}

/**
 * Pay a simulated intent with a test card, as the processor's own form would. A second click finds it
 * decided.
 */
export function confirmSimulated(pool: Pool, confirmation: Confirmation, cardNumber: string): Promise<void> {
  const behavior = TEST_CARDS[cardNumber];
  if (!behavior)
    throw new AppError('VALIDATION', MESSAGES.fixForm, [
      { path: 'cardNumber', message: 'Only test cards are taken here, for example 4242 4242 4242 4242.' },
    ]);
  const { id, now } = confirmation;
  return inTransaction(pool, async (client) => {
    const row = await lockPayment(client, confirmation);
    if (row.status === 'requires_payment_method') await behave(client, id, behavior, now);
  });
}

/** Answer the bank challenge of a simulated intent (3-D Secure). */
export function authenticateSimulated(
  pool: Pool,
  confirmation: Confirmation,
  passed: boolean,
): Promise<void> {
  const { id, now } = confirmation;
  return inTransaction(pool, async (client) => {
    const row = await lockPayment(client, confirmation);
    if (row.status !== 'requires_action') return;
    if (passed) await succeed(client, id, now);
    else await decline(client, id, 'authentication_failed', now);
  });
}

/** Decide intents that have been processing long enough. */
export function settleSimulated(pool: Pool, now: Date): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM card_simulator_intent WHERE status = 'processing' AND settles_at <= $1
        ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 50`,
      [now],
    );
    for (const { id } of rows) await succeed(client, id, now);
  });
}
