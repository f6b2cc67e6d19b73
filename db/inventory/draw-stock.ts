import { Decimal } from 'decimal.js';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { inventoryType } from './inventory-type.ts';
import { lotName } from './lot-problem.ts';
import { openItem } from './open-item.ts';

/** What a draw did: the row as it is now and what the person must be told, if anything. */
export interface StockDraw {
  item: InventoryItem;
  warning: string | null;
}

/**
 * Books a delta on a lot: two people's draws add up, and below zero is kept with a warning (domain 5.11, case 25).
 * The first draw opens the item. `reason` says what used it, for example a section. A negative amount gives back what was
 * booked before; a lot that was used up by that is open again.
 */
export async function drawStock(
  tx: Transaction,
  context: OperationContext,
  draw: { itemId: string; amount: string; reason: string },
): Promise<StockDraw> {
  const found = await tx.get(inventoryItem, draw.itemId);
  if (!found) throw new AppError('NOT_FOUND', 'Not found.');
  const needsOpening = found.openedAt === null || context.occurredAt < found.openedAt;
  const item = needsOpening ? (await openItem(tx, context, found)).item : found;
  const before = new Decimal(item.remaining ?? item.quantity ?? '0');
  const after = before.minus(draw.amount);
  await recordEvent(tx, context, {
    type: new Decimal(draw.amount).isNegative() ? 'ITEM_ADJUSTED' : 'ITEM_CONSUMED',
    targetType: 'InventoryItem',
    targetId: item.id,
    data: { from: before.toFixed(), to: after.toFixed(), amount: draw.amount, reason: draw.reason },
  });
  const drawn = await tx.patch(inventoryItem, item.id, {
    remaining: after.toFixed(),
    ...usedUp(item, after, context),
  });
  if (drawn.status === 'USED' && item.status !== 'USED') {
    await recordEvent(tx, context, { type: 'ITEM_USED', targetType: 'InventoryItem', targetId: item.id });
  }
  await noteLowStock(tx, context, drawn, new Decimal(draw.amount));
  const overdrawn = `Lot ${lotName(drawn)} is over-drawn by ${after.negated().toFixed()}.`;
  return { item: drawn, warning: after.isNegative() && !after.isZero() ? overdrawn : null };
}

function usedUp(item: InventoryItem, after: Decimal, context: OperationContext): Partial<InventoryItem> {
  const wasUsedUp = item.status === 'USED' && new Decimal(item.remaining ?? '0').lessThanOrEqualTo(0);
  if (after.greaterThan(0)) return wasUsedUp ? { status: 'OPENED', usedAt: null } : {};
  return item.status === 'USED' ? {} : { status: 'USED', usedAt: context.occurredAt };
}

// Told once, by the draw that crosses the reorder point.
async function noteLowStock(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
  amount: Decimal,
): Promise<void> {
  const type = await tx.get(inventoryType, item.inventoryTypeId);
  if (!type || type.reorderPoint === null) return;
  const lots = await tx.find(inventoryItem, { inventoryTypeId: type.id });
  const usable = lots.filter((lot) => lot.status !== 'ORDERED');
  const left = usable.reduce((sum, lot) => sum.plus(Decimal.max(0, lot.remaining ?? '0')), new Decimal(0));
  const crossed =
    left.lessThan(type.reorderPoint) && left.plus(amount).greaterThanOrEqualTo(type.reorderPoint);
  if (!crossed) return;
  await recordEvent(tx, context, {
    type: 'STOCK_LOW',
    targetType: 'InventoryType',
    targetId: type.id,
    data: { remaining: left.toFixed(), reorderPoint: type.reorderPoint },
  });
}
