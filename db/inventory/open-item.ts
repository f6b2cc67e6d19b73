import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { receiveUnbooked } from './receive-unbooked.ts';
import { reviewExpiry } from './review-expiry.ts';

/**
 * Record the opening of an item. Of two openings the earliest counts (domain 5.11, case 27); both are
 * recorded. Returns the present row, whether it was open already, and the warning for the person.
 */
export async function openItem(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
): Promise<{ item: InventoryItem; wasOpen: boolean; warning: string | null }> {
  await receiveUnbooked(tx, context, item);
  const wasOpen = item.openedAt !== null;
  const earliest = item.openedAt === null || context.occurredAt < item.openedAt;
  await recordEvent(tx, context, {
    type: 'ITEM_OPENED',
    targetType: 'InventoryItem',
    targetId: item.id,
    data: { from: item.openedAt, to: earliest ? context.occurredAt : item.openedAt },
  });
  if (!earliest) return { item, wasOpen, warning: null };
  const openedItem = await tx.patch(inventoryItem, item.id, {
    status: item.status === 'USED' ? 'USED' : 'OPENED',
    openedAt: context.occurredAt,
    openedById: context.actor.userId,
  });
  return {
    item: openedItem,
    wasOpen,
    warning: wasOpen ? await reviewExpiry(tx, context, item, openedItem) : null,
  };
}
