import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext, warned } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { openItem, receiveUnbooked } from './draw-stock.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { assertItemTransition, changeItemStatus } from './inventory-item-lifecycle.ts';
import { isFreshlyUsed, lotName } from './lot-problem.ts';
import { ItemQuantity, ownRow } from './receipt.ts';

/** Record the opening of a lot; of two openings the earliest counts (domain 5.11, case 27). */
export const openInventoryItem = defineOperation({
  name: 'open-inventory-item',
  version: 1,
  kind: 'fact',
  title: 'Open item',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ itemId: Id }),
  subjects: (args) => [args.itemId],
  async run(tx, args, context) {
    const item = ownRow(context, await tx.get(inventoryItem, args.itemId));
    const { item: now, wasOpen, warning } = await openItem(tx, context, item);
    const lot = lotName(item);
    if (wasOpen) {
      const openedAt = now.openedAt && clockText(now.openedAt, context.labTimezone);
      const text = `Lot ${lot} was already opened at ${openedAt}; the earliest time is kept.`;
      return warning === null
        ? merged('ALREADY_OPENED', text)
        : warned('LOT_USED_SINCE', `${text} ${warning}`);
    }
    if (item.status === 'ORDERED') return warned('LOT_NOT_RECEIVED', `Lot ${lot} has not been received.`);
    return applied;
  },
});

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
