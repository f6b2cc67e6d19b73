import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { InventoryItem } from './inventory-item.ts';
import { changeItemStatus } from './inventory-item-lifecycle.ts';

/** What is opened or used up is in the lab, whatever the books say: an ordered item was received by then (domain 4.6). */
export async function receiveUnbooked(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
): Promise<InventoryItem> {
  if (item.status !== 'ORDERED') return item;
  return changeItemStatus(tx, context, item, 'RECEIVED', {
    event: 'ITEM_RECEIVED',
    fields: { receivedAt: context.occurredAt, receivedById: context.actor.userId },
  });
}
