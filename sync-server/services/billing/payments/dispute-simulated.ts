import type { ClientBase, Pool } from 'pg';
import type { DisputeMove } from '#db/billing/simulated-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { lockIntent, scheduleEvent } from './simulator.ts';

/** Dispute the amount that is not refunded: the processor debits it and sends events about both. */
export async function openDispute(client: ClientBase, id: string, now: Date): Promise<void> {
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
