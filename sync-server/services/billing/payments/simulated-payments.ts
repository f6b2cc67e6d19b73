import { timingSafeEqual } from 'node:crypto';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import type { ListQuery } from '#db/api/list-query.ts';
import {
  type DisputeMove,
  type SIMULATED_SORT,
  SimulatedPage,
} from '#db/billing/payments/simulated-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { allOrFirstError, inTransaction } from '#sync-server/postgres/transaction.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { readList, type SortColumn } from '#sync-server/reads/read-list.ts';
import { either, isLike, isOneOf, likeText } from '#sync-server/reads/search-rows.ts';
import { lockIntent, newSimulatorId, type SimulatedIntent, scheduleEvent } from './simulated-intent.ts';

/** The simulator's reaction to a card. */
const CardBehavior = z.discriminatedUnion('does', [
  z.object({ does: z.literal('succeed') }),
  z.object({ does: z.literal('decline'), code: z.string() }),
  z.object({ does: z.literal('ask') }),
  z.object({ does: z.literal('settle later') }),
  z.object({ does: z.literal('dispute') }),
]);
type CardBehavior = z.infer<typeof CardBehavior>;

/** The card numbers that the simulator accepts. */
const TEST_CARDS: Readonly<Record<string, CardBehavior>> = {
  '4242424242424242': { does: 'succeed' },
  '4000000000000002': { does: 'decline', code: 'card_declined' },
  '4000000000009995': { does: 'decline', code: 'insufficient_funds' },
  '4000000000000069': { does: 'decline', code: 'expired_card' },
  // The bank challenges its customer first (3-D Secure).
  '4000002500003155': { does: 'ask' },
  '4000000000000077': { does: 'settle later' },
  '4000000000000259': { does: 'dispute' },
};

/** Expiry of the simulator's cards; the form checks what is typed. */
const EXPIRY = { month: 12, year: 2034 };

/** Keep a used card by what it does: for the customer if the intent saves it. */
async function recordMethod(client: ClientBase, row: SimulatedIntent, cardNumber: string): Promise<void> {
  await client.query(
    `WITH made AS (
       INSERT INTO card_simulator_method (id, customer_id, card_kind, brand, last4, exp_month, exp_year)
       VALUES ($2, $3, $4, 'Visa', $5, $6, $7) RETURNING id)
     UPDATE card_simulator_intent SET method_id = (SELECT id FROM made) WHERE id = $1`,
    [
      row.id,
      newSimulatorId('pm_sim'),
      row.savesCard ? row.customerId : null,
      JSON.stringify(TEST_CARDS[cardNumber]),
      cardNumber.slice(-4),
      EXPIRY.month,
      EXPIRY.year,
    ],
  );
}

/** Pay a simulated intent with a saved card of its customer. */
export function payWithMethod(
  pool: Pool,
  { id, methodId, now }: { id: string; methodId: string; now: Date },
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const row = await lockIntent(client, id);
    const methods = await client.query<{ kind: string }>(
      'SELECT card_kind AS kind FROM card_simulator_method WHERE id = $1 AND customer_id = $2',
      [methodId, row.customerId],
    );
    const kind = methods.rows[0]?.kind;
    if (kind === undefined)
      throw new AppError(
        'PAYMENT_REFUSED',
        'The card processor does not know this card any more. Use another.',
      );
    if (row.status !== 'requires_payment_method') return;
    await client.query('UPDATE card_simulator_intent SET method_id = $2 WHERE id = $1', [id, methodId]);
    await behave(client, id, CardBehavior.parse(JSON.parse(kind)), now);
  });
}

/** Dispute the amount that is not refunded: the processor debits it and sends events about both. */
async function openDispute(client: ClientBase, id: string, now: Date): Promise<void> {
  await client.query(
    `UPDATE card_simulator_intent SET dispute = 'open', dispute_amount = amount_received - amount_refunded WHERE id = $1`,
    [id],
  );
  await scheduleEvent(client, 'charge.dispute.created', id, now);
  await scheduleEvent(client, 'charge.dispute.funds_withdrawn', id, now);
}

async function closeDispute(
  client: ClientBase,
  id: string,
  status: 'won' | 'lost',
  now: Date,
): Promise<void> {
  await client.query('UPDATE card_simulator_intent SET dispute = $2 WHERE id = $1', [id, status]);
  await scheduleEvent(client, 'charge.dispute.closed', id, now);
  if (status === 'won') await scheduleEvent(client, 'charge.dispute.funds_reinstated', id, now);
}

const disputeNotPossible = (): AppError =>
  new AppError('CONFLICT', 'This payment has moved on meanwhile. Look at the list again.');

/**
 * Dispute a received simulated payment, or decide its open dispute; throws 404 for another business entity.
 */
export function disputeSimulated(
  pool: Pool,
  { id, entity, now }: { id: string; entity: string; now: Date },
  { dispute }: DisputeMove,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM card_simulator_intent WHERE id = $1 AND metadata ->> 'entity' = $2`,
      [id, entity],
    );
    if (rowCount === 0) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const row = await lockIntent(client, id);
    if (dispute === 'open') {
      const remaining = row.amountReceived - row.amountRefunded;
      if (row.status !== 'succeeded' || row.dispute !== null || remaining <= 0) throw disputeNotPossible();
      await openDispute(client, id, now);
    } else {
      if (row.dispute !== 'open') throw disputeNotPossible();
      await closeDispute(client, id, dispute, now);
    }
  });
}

/** Duration of a card payment that settles later. */
const SETTLES_AFTER_MS = 10_000;

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
  await allOrFirstError([
    client.query(
      `UPDATE card_simulator_intent SET status = 'succeeded', amount_received = amount, failure_code = NULL,
         settles_at = NULL WHERE id = $1`,
      [id],
    ),
    scheduleEvent(client, 'payment_intent.succeeded', id, now),
  ]);
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
    if (row.status !== 'requires_payment_method') return;
    await recordMethod(client, row, cardNumber);
    await behave(client, id, behavior, now);
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

const STATE = sql<string>`
  CASE WHEN c.dispute = 'open' THEN 'DISPUTED' WHEN c.dispute = 'won' THEN 'DISPUTE_WON'
       WHEN c.dispute = 'lost' THEN 'DISPUTE_LOST'
       WHEN c.status = 'succeeded' AND c.amount_refunded >= c.amount_received THEN 'REFUNDED'
       WHEN c.status = 'succeeded' THEN 'PAID' WHEN c.status = 'processing' THEN 'PROCESSING'
       WHEN c.status = 'canceled' THEN 'CANCELED' ELSE 'OPEN' END`;
const ROWS = reads
  .selectFrom('card_simulator_intent as c')
  .innerJoin('invoice as i', (join) => join.on(sql<SqlBool>`i.id = c.metadata ->> 'invoiceId'`))
  .innerJoin('order as o', 'o.id', 'i.order_id')
  .innerJoin('company as k', 'k.id', 'i.company_id');
const { ref } = expressionBuilder(ROWS);
const SORT: Record<(typeof SIMULATED_SORT)[number], SortColumn> = {
  createdAt: { by: ref('c.created_at') },
  orderNumber: { by: ref('o.order_number'), nullable: true },
  companyName: { by: ref('k.name') },
  amount: { by: ref('c.amount') },
  state: { by: STATE },
};

const selectPayments = (rows: typeof ROWS) =>
  rows.select([
    'c.id',
    'c.created_at as createdAt',
    'o.order_number as orderNumber',
    'k.name as companyName',
    'c.amount',
    'c.amount_refunded as refunded',
    STATE.as('state'),
    sql<number>`(SELECT count(*) FROM card_simulator_event e WHERE e.intent_id = c.id AND e.tells_left > 0)`.as(
      'waiting',
    ),
  ]);

/** Read one page of a business entity's payments at the card simulator. */
export async function listSimulated(pool: Pool, entity: string, query: ListQuery): Promise<SimulatedPage> {
  const conditions: Expression<SqlBool>[] = [sql`c.metadata ->> 'entity' = ${entity}`];
  const state = query.filter['state'];
  if (state) conditions.push(isOneOf(STATE, state));
  if (query.search !== '') {
    const searched = [ref('o.order_number'), ref('k.name')];
    conditions.push(either([isLike(searched, likeText(query.search))]));
  }
  const source = { from: ROWS, id: ref('c.id'), sort: SORT, where: conditions, newestFirst: true };
  return SimulatedPage.parse(await readList(pool, source, selectPayments, query));
}
