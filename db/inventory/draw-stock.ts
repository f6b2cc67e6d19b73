import { Decimal } from 'decimal.js';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { openItem } from './open-item.ts';
import { bookedIn, noteLowStock, overdrawn, setRemaining } from './stock-level.ts';

/** What a draw did: the row as it is now and what the person must be told, if anything. */
export interface StockDraw {
  item: InventoryItem;
  warning: string | null;
}

/**
 * Books a delta on a lot: two people's draws add up, and below zero is kept with a warning (domain 5.11, case 25).
 * The first draw opens the item. `reason` says what used it, for example a section. A negative amount gives back what was
 * booked before; a lot that was used up by that is open again. What was drawn before the lot was counted is in the count.
 */
export async function drawStock(
  tx: Transaction,
  context: OperationContext,
  draw: { itemId: string; amount: string; reason: string },
): Promise<StockDraw> {
  const found = await tx.get(inventoryItem, draw.itemId);
  if (!found) throw new AppError('NOT_FOUND', 'Not found.');
  const needsOpening = found.openedAt === null || context.occurredAt < found.openedAt;
  const opened = needsOpening ? await openItem(tx, context, found) : { item: found, warning: null };
  const { item } = opened;
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
  if (inCount) return { item, warning: opened.warning };
  const drawn = await setRemaining(tx, context, item, after);
  await noteLowStock(tx, context, drawn, new Decimal(draw.amount));
  const told = [overdrawn(drawn), opened.warning].filter(Boolean).join(' ');
  return { item: drawn, warning: told === '' ? null : told };
}
