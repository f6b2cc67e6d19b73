import { z } from 'zod';
import { applied, defineOperation, merged, type RuleResult, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { changeItemStatus } from './inventory-item-lifecycle.ts';
import { inventoryType } from './inventory-type.ts';
import { ownRow } from './own-row.ts';
import { Receipt, receivedFields, requireQc } from './receipt.ts';
import { reviewExpiry } from './review-expiry.ts';

const alike = (item: InventoryItem, { lotNumber, expirationDate }: Receipt): boolean =>
  item.lotNumber === lotNumber && item.expirationDate === expirationDate;

/** Two people took the same delivery in: what stands in the book stays, the other reading is kept in its history. */
function receivedTwice(item: InventoryItem, receipt: Receipt): RuleResult {
  if (alike(item, receipt)) return merged('ALREADY_RECEIVED', `Lot ${item.lotNumber} was already received.`);
  return warned(
    'RECEIVED_DIFFERENTLY',
    `It was already received as lot ${item.lotNumber}. What you entered is kept in its history.`,
  );
}

/** An ordered item came in: its lot and expiry are entered, and QC passed first where its type asks for it (domain 4.6). */
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
      await recordEvent(tx, context, { type: 'ITEM_RECEIVED', targetType, targetId: itemId, data });
      if (item.lotNumber !== null) return receivedTwice(item, receipt);
      // Somebody opened it before it was booked in: the book catches up.
      booked = await tx.patch(inventoryItem, itemId, fields);
    }
    const used = await reviewExpiry(tx, context, item, booked);
    const expired = expirationDate !== null && expirationDate < context.labDay;
    const text = [expired && `Lot ${lotNumber} expired on ${expirationDate}.`, used]
      .filter(Boolean)
      .join(' ');
    return text === '' ? applied : warned(used === null ? 'LOT_EXPIRED' : 'LOT_USED_SINCE', text);
  },
});
