import type { OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/event-type.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { INVENTORY_ITEM_STATUS, type InventoryItemStatus } from './inventory-item-status.ts';

/** What may follow what (domain 4.6). USED to OPENED is the manager's way back within 24 hours. */
export const ITEM_LIFECYCLE: Lifecycle<InventoryItemStatus> = {
  ORDERED: ['RECEIVED'],
  RECEIVED: ['OPENED', 'USED'],
  OPENED: ['USED'],
  USED: ['OPENED'],
};

/** Refuses a change of an item's status that the table does not list. */
export const assertItemTransition = (from: InventoryItemStatus, to: InventoryItemStatus): void =>
  assertListed(ITEM_LIFECYCLE, INVENTORY_ITEM_STATUS, from, to);

/** What is written together with a change of an item's status. */
export interface ItemChange {
  event: EventType;
  fields: Partial<InventoryItem>;
  data?: Readonly<Record<string, string | boolean | null>>;
}

/** Moves an item to another status, with its event. */
export async function changeItemStatus(
  tx: Transaction,
  context: OperationContext,
  row: InventoryItem,
  to: InventoryItemStatus,
  { event, fields, data }: ItemChange,
): Promise<InventoryItem> {
  assertItemTransition(row.status, to);
  await recordEvent(tx, context, {
    type: event,
    targetType: 'InventoryItem',
    targetId: row.id,
    data: { from: row.status, to, ...data },
  });
  return tx.patch(inventoryItem, row.id, { ...fields, status: to });
}
