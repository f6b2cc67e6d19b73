import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { requireFreeBarcode } from '#db/storage/insert-container.ts';
import type { Transaction } from '#db/transaction.ts';
import { BarcodeValue } from '#db/values/barcode-value.ts';
import { cents, requiredText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { inventoryItem } from './inventory-item.ts';
import { inventoryType } from './inventory-type.ts';
import { ItemQuantity, ownRow, Receipt, receivedFields, requireQc } from './receipt.ts';

const Args = z.strictObject({
  itemId: Id,
  inventoryTypeId: Id,
  /** The code of its label; a scan also finds a bare serial number. */
  barcode: BarcodeValue.nullable(),
  serialNumber: requiredText.nullable(),
  quantity: ItemQuantity.nullable(),
  unitCost: cents.min(0).nullable(),
  purchaseOrderNumber: requiredText.nullable(),
  /** Null when it is ordered and still to come. */
  receipt: Receipt.nullable(),
});

async function label(
  tx: Transaction,
  context: OperationContext,
  { itemId, barcode: value }: z.infer<typeof Args>,
) {
  if (value === null) return null;
  await requireFreeBarcode(tx, value);
  const id = context.newId();
  await tx.insert(barcode, { id, value, type: 'INVENTORY_ITEM', targetId: itemId, active: true });
  return id;
}

/** Add an inventory item: ordered and still to come, or received at once (domain 4.6). */
export const addInventoryItem = defineOperation({
  name: 'add-inventory-item',
  version: 1,
  kind: 'intent',
  title: 'Add item',
  grant: 'lab/inventory-item:create',
  args: Args,
  subjects: (args) => [args.itemId],
  async run(tx, args, context) {
    onlineOnly(context);
    const { itemId, inventoryTypeId, receipt, barcode: code, ...itemFields } = args;
    if (await tx.get(inventoryItem, itemId)) throw refuse('EXISTS', 'This item exists already.');
    const type = ownRow(context, await tx.get(inventoryType, inventoryTypeId));
    if (receipt) requireQc(receipt, type);
    const barcodeId = await label(tx, context, args);
    const emptyItem = {
      quantity: args.quantity,
      remaining: null,
      receivedAt: null,
      receivedById: null,
      countedAt: null,
    };
    await tx.insert(inventoryItem, {
      ...itemFields,
      id: itemId,
      inventoryTypeId,
      barcodeId,
      barcode: code,
      quarantined: false,
      ...(receipt
        ? { status: 'RECEIVED', ...receivedFields(context, emptyItem, receipt, type) }
        : { status: 'ORDERED', orderedAt: context.occurredAt, orderedById: context.actor.userId }),
    });
    await recordEvent(tx, context, {
      type: receipt ? 'ITEM_RECEIVED' : 'ITEM_ORDERED',
      targetType: 'InventoryItem',
      targetId: itemId,
      data: {
        from: null,
        to: receipt ? 'RECEIVED' : 'ORDERED',
        type: type.name,
        lotNumber: receipt?.lotNumber ?? null,
      },
    });
    const expires = receipt?.expirationDate ?? null;
    if (!receipt || expires === null || expires >= context.labDay) return applied;
    return warned('LOT_EXPIRED', `Lot ${receipt.lotNumber} expired on ${expires}.`);
  },
});
