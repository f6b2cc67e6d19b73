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
import { Id } from '#db/values/id.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { changeItemStatus } from './inventory-item-lifecycle.ts';
import { inventoryType } from './inventory-type.ts';
import { ownRow, Receipt, receivedFields, requireQc } from './receipt.ts';
import { reviewExpiry } from './review-uses.ts';

const isSameLot = (item: InventoryItem, { lotNumber, expirationDate }: Receipt): boolean =>
  item.lotNumber === lotNumber && item.expirationDate === expirationDate;

/**
 * Return whether nobody received the delivery before this person. Only the server can tell: devices have no
 * events of lots.
 */
async function isFirstReading(tx: Transaction, { occurredAt }: OperationContext, item: InventoryItem) {
  const readings = (await tx.find(event, { targetId: item.id })).filter(
    (one) => one.type === 'ITEM_RECEIVED' && typeof one.data['lotNumber'] === 'string',
  );
  const earliest = readings.map((one) => one.occurredAt).sort()[0] ?? item.receivedAt;
  return earliest !== null && occurredAt < earliest;
}

/**
 * Return the verdict when two people received the same delivery: the earlier reading is kept in the row, the
 * other one in its history.
 */
function receivedTwice(item: InventoryItem, receipt: Receipt, first: boolean): RuleResult {
  if (isSameLot(item, receipt))
    return merged('ALREADY_RECEIVED', `Lot ${item.lotNumber} was already received.`);
  return warned(
    'RECEIVED_DIFFERENTLY',
    first
      ? `Somebody else received it later as lot ${item.lotNumber}. Your earlier reading counts.`
      : `Already received as lot ${item.lotNumber}. Your entries are kept in its history.`,
  );
}

/**
 * Receive an ordered item: lot and expiry are entered, and QC has passed when its type requires it (domain
 * 4.6).
 */
export const receiveInventoryItem = defineOperation({
  name: 'receive-inventory-item',
  version: 1,
  kind: 'fact',
  title: 'Receive item',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ itemId: Id, receipt: Receipt }),
  subjects: (args) => [args.itemId],
  async run(tx, { itemId, receipt }, context) {
    const item = ownRow(context, await tx.get(inventoryItem, itemId));
    const type = ownRow(context, await tx.get(inventoryType, item.inventoryTypeId));
    requireQc(receipt, type);
    const { lotNumber, expirationDate, qcPassed } = receipt;
    const data = { lotNumber, expirationDate, qcPassed };
    const fields = receivedFields(context, item, receipt, type);
    let booked: InventoryItem;
    if (item.status === 'ORDERED') {
      booked = await changeItemStatus(tx, context, item, 'RECEIVED', {
        event: 'ITEM_RECEIVED',
        fields,
        data,
      });
    } else {
      const targetType = 'InventoryItem';
      const first = item.lotNumber !== null && (await isFirstReading(tx, context, item));
      await recordEvent(tx, context, { type: 'ITEM_RECEIVED', targetType, targetId: itemId, data });
      if (item.lotNumber !== null) {
        const { receivedAt, receivedById, ...reading } = fields;
        const time = receivedAt === undefined ? {} : { receivedAt, receivedById: receivedById ?? null };
        const read = await tx.patch(inventoryItem, itemId, first ? { ...reading, ...time } : time);
        if (first) await reviewExpiry(tx, context, item, read);
        return receivedTwice(item, receipt, first);
      }
      // The item was opened before it was received: the receipt is back-dated.
      booked = await tx.patch(inventoryItem, itemId, fields);
    }
    const usageWarning = await reviewExpiry(tx, context, item, booked);
    const expired = expirationDate !== null && expirationDate < context.labDay;
    const text = [expired && `Lot ${lotNumber} expired on ${expirationDate}.`, usageWarning]
      .filter(Boolean)
      .join(' ');
    return text === '' ? applied : warned(usageWarning === null ? 'LOT_EXPIRED' : 'LOT_USED_SINCE', text);
  },
});
