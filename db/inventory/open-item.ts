import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';

/** What was opened is in the lab, whatever the books say: it was received by then (domain 4.6). */
async function receiveUnbooked(tx: Transaction, context: OperationContext, itemId: string): Promise<void> {
  await tx.patch(inventoryItem, itemId, {
    status: 'RECEIVED',
    receivedAt: context.occurredAt,
    receivedById: context.actor.userId,
  });
  await recordEvent(tx, context, { type: 'ITEM_RECEIVED', targetType: 'InventoryItem', targetId: itemId });
}

/**
 * Notes that an item was opened. Of two openings the earliest counts (domain 5.11, case 27); both are recorded.
 * Returns the row as it is now, and whether somebody had opened it already.
 */
export async function openItem(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
): Promise<{ item: InventoryItem; wasOpen: boolean }> {
  if (item.status === 'ORDERED') await receiveUnbooked(tx, context, item.id);
  const wasOpen = item.openedAt !== null;
  const earliest = item.openedAt === null || context.occurredAt < item.openedAt;
  await recordEvent(tx, context, {
    type: 'ITEM_OPENED',
    targetType: 'InventoryItem',
    targetId: item.id,
    data: { from: item.openedAt, to: earliest ? context.occurredAt : item.openedAt },
  });
  if (!earliest) return { item, wasOpen };
  const opened = await tx.patch(inventoryItem, item.id, {
    status: item.status === 'USED' ? 'USED' : 'OPENED',
    openedAt: context.occurredAt,
    openedById: context.actor.userId,
  });
  return { item: opened, wasOpen };
}
