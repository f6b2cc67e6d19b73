import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { inventoryType } from './inventory-type.ts';
import { lotName } from './lot-problem.ts';

/** Return the recorded remaining amount of a lot; negative when more was drawn than it held. */
export const bookedIn = ({ remaining, quantity }: Pick<InventoryItem, 'remaining' | 'quantity'>): Decimal =>
  new Decimal(remaining ?? quantity ?? '0');

/** Return the warning about a lot of which more was drawn than it held; null for others. */
export function overdrawn(item: InventoryItem): string | null {
  const booked = bookedIn(item);
  return booked.lessThan(0) ? `Lot ${lotName(item)} is over-drawn by ${booked.negated().toFixed()}.` : null;
}

/** Write the remaining amount and the resulting status; warn when the lot is used up. */
export async function setRemaining(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
  after: Decimal,
  more: Partial<InventoryItem> = {},
): Promise<InventoryItem> {
  const status = statusAt(item, after, await lastDrawn(tx, context, item));
  const now = await tx.patch(inventoryItem, item.id, { ...more, remaining: after.toFixed(), ...status });
  if (now.status === 'USED' && item.status !== 'USED')
    await recordEvent(tx, context, { type: 'ITEM_USED', targetType: 'InventoryItem', targetId: item.id });
  return now;
}

/**
 * Return when the last booked amount was drawn, in any order of arrival. Only the server can tell: devices
 * have no events of lots.
 */
async function lastDrawn(tx: Transaction, { occurredAt }: OperationContext, item: InventoryItem) {
  const booked = (await tx.find(event, { targetId: item.id })).filter((one) => one.type === 'ITEM_CONSUMED');
  return [...booked.map((one) => one.occurredAt), occurredAt].sort().at(-1) ?? occurredAt;
}

function statusAt(item: InventoryItem, after: Decimal, usedAt: string): Partial<InventoryItem> {
  // An item that was marked used stays used, whatever is booked later.
  const wasUsedUp =
    item.status === 'USED' &&
    item.disposalReason === null &&
    new Decimal(item.remaining ?? '0').lessThanOrEqualTo(0);
  if (after.greaterThan(0)) return wasUsedUp ? { status: 'OPENED', usedAt: null } : {};
  return item.status === 'USED' ? {} : { status: 'USED', usedAt };
}

/** Warn that stock is low: once, by the draw that crosses the reorder point. */
export async function noteLowStock(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
  drawnAmount: Decimal,
): Promise<void> {
  const type = await tx.get(inventoryType, item.inventoryTypeId);
  if (!type || type.reorderPoint === null) return;
  const lots = await tx.find(inventoryItem, { inventoryTypeId: type.id });
  const usable = lots.filter((lot) => lot.status === 'RECEIVED' || lot.status === 'OPENED');
  const remaining = usable.reduce(
    (sum, lot) => sum.plus(Decimal.max(0, lot.remaining ?? '0')),
    new Decimal(0),
  );
  const crossed =
    remaining.lessThan(type.reorderPoint) &&
    remaining.plus(drawnAmount).greaterThanOrEqualTo(type.reorderPoint);
  if (!crossed) return;
  await recordEvent(tx, context, {
    type: 'STOCK_LOW',
    targetType: 'InventoryType',
    targetId: type.id,
    data: { remaining: remaining.toFixed(), reorderPoint: type.reorderPoint },
  });
}
