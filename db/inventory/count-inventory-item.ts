import { Decimal } from 'decimal.js';
import { z } from 'zod';
import {
  applied,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { decimal } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { receiveUnbooked } from './draw-stock.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { lotName } from './lot-problem.ts';
import { ownRow } from './receipt.ts';
import { bookedIn, noteLowStock, overdrawn, setRemaining } from './stock-level.ts';

/** The counted amount of a lot; 0 is allowed. */
const CountedAmount = decimal.refine((value) => Number(value) >= 0, 'Enter 0 or more.');
const Amount = z.string();

/**
 * Return the amount that was drawn after the count and booked before the count arrived. Only the server can
 * tell: devices have no events of lots.
 */
async function drawnSince(tx: Transaction, { occurredAt }: OperationContext, itemId: string) {
  const later = (await tx.find(event, { targetId: itemId })).filter((one) => one.occurredAt > occurredAt);
  const amounts = later.flatMap((one) => {
    const amount = Amount.safeParse(one.data['amount']);
    return amount.success && one.data['inCount'] !== true ? [amount.data] : [];
  });
  return amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
}

function verdict(before: InventoryItem, now: InventoryItem): RuleResult {
  const lot = lotName(now);
  const short = overdrawn(now);
  if (short !== null) return warned('STOCK_OVERDRAWN', short);
  if (before.status === 'ORDERED') return warned('LOT_NOT_RECEIVED', `Lot ${lot} has not been received.`);
  if (now.disposalReason === null || bookedIn(now).isZero()) return applied;
  return warned(
    'MARKED_USED',
    `Lot ${lot} was marked used and stays so. A lab manager can reopen it within 24 hours.`,
  );
}

/**
 * Record a count of a lot whose stock is negative or wrong (domain 5.11, case 25). The count applies at its
 * time: earlier draws are included, later draws are subtracted, in any order of arrival; of two counts the
 * later one applies.
 */
export const countInventoryItem = defineOperation({
  name: 'count-inventory-item',
  version: 1,
  kind: 'fact',
  title: 'Count lot',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ itemId: Id, counted: CountedAmount }),
  subjects: (args) => [args.itemId],
  async run(tx, { itemId, counted }, context) {
    const itemRow = ownRow(context, await tx.get(inventoryItem, itemId));
    const superseded = itemRow.countedAt !== null && context.occurredAt < itemRow.countedAt;
    const item = await receiveUnbooked(tx, context, itemRow);
    const before = bookedIn(item);
    const after = superseded ? before : new Decimal(counted).minus(await drawnSince(tx, context, itemId));
    await recordEvent(tx, context, {
      type: 'ITEM_ADJUSTED',
      targetType: 'InventoryItem',
      targetId: itemId,
      data: { from: before.toFixed(), to: after.toFixed(), counted },
    });
    if (superseded)
      return merged(
        'COUNTED_LATER',
        `Lot ${lotName(itemRow)} was counted again after that; the later count applies.`,
      );
    const now = await setRemaining(tx, context, item, after, {
      countedAt: context.occurredAt,
      countedById: context.actor.userId,
    });
    await noteLowStock(tx, context, now, Decimal.max(0, before).minus(Decimal.max(0, after)));
    return verdict(itemRow, now);
  },
});
