import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { inventoryItem } from './inventory-item.ts';
import { assertItemTransition, changeItemStatus } from './inventory-item-lifecycle.ts';
import { lotName } from './lot-problem.ts';
import { ownRow } from './own-row.ts';
import { ItemQuantity } from './receipt.ts';
import { isFreshlyUsed } from './reopening.ts';

/**
 * Return whether the item was marked used after a moment. Only the server can tell: devices have no events of
 * lots.
 */
async function usedSince(tx: Transaction, { occurredAt }: OperationContext, itemId: string) {
  const loggedEvents = await tx.find(event, { targetId: itemId });
  return loggedEvents.some(
    (one) => one.type === 'ITEM_USED' && one.data['reason'] !== undefined && one.occurredAt > occurredAt,
  );
}

/** Undo within 24 hours, as the lab manager and with a reason, that an item is used up (domain 4.6). */
export const reopenInventoryItem = defineOperation({
  name: 'reopen-inventory-item',
  version: 1,
  kind: 'intent',
  title: 'Reopen item',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({
    itemId: Id,
    reason: Reason,
    /** The counted amount; null keeps the recorded one. */
    remaining: ItemQuantity.nullable(),
  }),
  subjects: (args) => [args.itemId],
  async run(tx, args, context) {
    requireCapability(context, 'reopenInventoryItems');
    const item = ownRow(context, await tx.get(inventoryItem, args.itemId));
    const lot = lotName(item);
    if (item.status !== 'USED') throw refuse('NOT_USED', `Lot ${lot} is not used up.`);
    assertItemTransition(item.status, 'OPENED');
    if (!isFreshlyUsed(item, context.occurredAt))
      throw refuse('USED_TOO_LONG', `Lot ${lot} was used up more than 24 hours ago. Take another lot.`);
    if (await usedSince(tx, context, item.id))
      throw refuse('USED_LATER', `Lot ${lot} was marked used again after you reopened it.`);
    // A later count takes precedence.
    const isRecounted =
      args.remaining !== null && (item.countedAt === null || item.countedAt <= context.occurredAt);
    const remaining = isRecounted ? args.remaining : item.remaining;
    const openedBefore = item.openedAt !== null && (item.usedAt === null || item.openedAt <= item.usedAt);
    if (remaining !== null && new Decimal(remaining).lessThanOrEqualTo(0))
      throw refuse('NOTHING_LEFT', `Enter how much is left of lot ${lot}.`);
    await changeItemStatus(tx, context, item, 'OPENED', {
      event: 'ITEM_OPENED',
      fields: {
        usedAt: null,
        disposalReason: null,
        remaining,
        ...(isRecounted ? { countedAt: context.occurredAt, countedById: context.actor.userId } : {}),
        // An item that was discarded unopened left its location then at the latest.
        ...(openedBefore ? {} : { openedAt: item.usedAt, openedById: context.actor.userId }),
      },
      data: { reopened: true, reason: args.reason, remainingBefore: item.remaining, remaining },
    });
    return applied;
  },
});
