import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { changeItemStatus } from './inventory-item-lifecycle.ts';

/**
 * Receive an ordered item that was opened, counted or used up: it is in the lab, so it was received by then,
 * and an item received later was there since then (domain 4.6). The earliest of these times counts.
 */
export async function receiveUnbooked(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
): Promise<InventoryItem> {
  const fields = { receivedAt: context.occurredAt, receivedById: context.actor.userId };
  if (item.status === 'ORDERED')
    return changeItemStatus(tx, context, item, 'RECEIVED', { event: 'ITEM_RECEIVED', fields });
  const earlier = item.receivedAt !== null && context.occurredAt < item.receivedAt;
  return earlier ? tx.patch(inventoryItem, item.id, fields) : item;
}
