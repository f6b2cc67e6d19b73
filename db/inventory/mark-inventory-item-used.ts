import { z } from 'zod';
import { applied, defineOperation, merged, type OperationContext, warned } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { changeItemStatus } from './inventory-item-lifecycle.ts';
import { lotName } from './lot-problem.ts';
import { ownRow } from './own-row.ts';
import { receiveUnbooked } from './receive-unbooked.ts';

/**
 * Return whether the manager reopened the item after a moment. Only the server can tell: devices have no
 * events of lots.
 */
async function reopenedSince(tx: Transaction, { occurredAt }: OperationContext, itemId: string) {
  const loggedEvents = await tx.find(event, { targetId: itemId });
  return loggedEvents.some((one) => one.data['reopened'] === true && one.occurredAt >= occurredAt);
}

/** Record that an item was marked used twice: both people are warned; the earlier time counts. */
async function usedTwice(tx: Transaction, context: OperationContext, item: InventoryItem, reason: string) {
  await recordEvent(tx, context, {
    type: 'ITEM_USED',
    targetType: 'InventoryItem',
    targetId: item.id,
    data: { reason },
  });
  if (item.usedAt === null || context.occurredAt < item.usedAt)
    await tx.patch(inventoryItem, item.id, { usedAt: context.occurredAt });
}

/**
 * Mark an item as used up, discarded or expired; its remaining amount does not count as stock any more
 * (domain 4.6).
 */
export const markInventoryItemUsed = defineOperation({
  name: 'mark-inventory-item-used',
  version: 1,
  kind: 'fact',
  title: 'Mark item used',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ itemId: Id, reason: Reason.max(500, 'Use at most 500 characters.') }),
  subjects: (args) => [args.itemId],
  async run(tx, { itemId, reason }, context) {
    const itemRow = ownRow(context, await tx.get(inventoryItem, itemId));
    const lot = lotName(itemRow);
    if (itemRow.status === 'USED') {
      await receiveUnbooked(tx, context, itemRow);
      await usedTwice(tx, context, itemRow, reason);
      return merged('ALREADY_USED', `Lot ${lot} was already marked used; the earliest time is kept.`);
    }
    if (await reopenedSince(tx, context, itemId)) {
      await recordEvent(tx, context, {
        type: 'ITEM_USED',
        targetType: 'InventoryItem',
        targetId: itemId,
        data: { reason, superseded: true },
      });
      return merged('REOPENED_LATER', `Lot ${lot} was reopened after that and stays open.`);
    }
    const item = await receiveUnbooked(tx, context, itemRow);
    await changeItemStatus(tx, context, item, 'USED', {
      event: 'ITEM_USED',
      fields: { usedAt: context.occurredAt, disposalReason: reason },
      data: { reason },
    });
    if (itemRow.status === 'ORDERED') return warned('LOT_NOT_RECEIVED', `Lot ${lot} has not been received.`);
    return applied;
  },
});
