import { Decimal } from 'decimal.js';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { changeItemStatus } from './inventory-item-lifecycle.ts';
import { reviewExpiry } from './review-uses.ts';
import { bookedIn, noteLowStock, overdrawn, setRemaining } from './stock-level.ts';

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

/** The result of a draw: the present row and the warning for the person, if any. */
export interface StockDraw {
  item: InventoryItem;
  warning: string | null;
}

/**
 * Book a delta on a lot: draws of two people add up, and negative stock is kept with a warning (domain 5.11,
 * case 25). The first draw opens the item. `reason` names the use, for example a section. A negative amount
 * returns earlier use; a used-up lot is then open again. Draws before the last count are included in the
 * count.
 */
export async function drawStock(
  tx: Transaction,
  context: OperationContext,
  draw: { itemId: string; amount: string; reason: string },
): Promise<StockDraw> {
  const itemRow = await tx.get(inventoryItem, draw.itemId);
  if (!itemRow) throw new AppError('NOT_FOUND', 'Not found.');
  const needsOpening = itemRow.openedAt === null || context.occurredAt < itemRow.openedAt;
  const openResult = needsOpening ? await openItem(tx, context, itemRow) : { item: itemRow, warning: null };
  const { item } = openResult;
  const before = bookedIn(item);
  const inCount = item.countedAt !== null && context.occurredAt < item.countedAt;
  const after = inCount ? before : before.minus(draw.amount);
  await recordEvent(tx, context, {
    type: new Decimal(draw.amount).isNegative() ? 'ITEM_ADJUSTED' : 'ITEM_CONSUMED',
    targetType: 'InventoryItem',
    targetId: item.id,
    data: {
      from: before.toFixed(),
      to: after.toFixed(),
      amount: draw.amount,
      reason: draw.reason,
      ...(inCount ? { inCount } : {}),
    },
  });
  if (inCount) return { item, warning: openResult.warning };
  const updatedItem = await setRemaining(tx, context, item, after);
  await noteLowStock(tx, context, updatedItem, new Decimal(draw.amount));
  const warningText = [overdrawn(updatedItem), openResult.warning].filter(Boolean).join(' ');
  return { item: updatedItem, warning: warningText === '' ? null : warningText };
}
