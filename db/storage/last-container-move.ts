import { event } from '#db/records/event.ts';
import type { ChainEvent } from '#db/samples/custody-chain.ts';
import type { Transaction } from '#db/transaction.ts';

/** Find the latest move of a container, by the time at the bench. */
export async function lastContainerMove(tx: Transaction, id: string): Promise<ChainEvent | undefined> {
  const events: ChainEvent[] = await tx.find(event, { targetId: id });
  const moves = events.filter((one) => one.type === 'CONTAINER_MOVED');
  return moves
    .sort((a, b) =>
      a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : a.id < b.id ? -1 : 1,
    )
    .at(-1);
}
