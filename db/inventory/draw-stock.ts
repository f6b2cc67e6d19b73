import { Decimal } from 'decimal.js';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { openItem } from './open-item.ts';
import { bookedIn, noteLowStock, overdrawn, setRemaining } from './stock-level.ts';

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
