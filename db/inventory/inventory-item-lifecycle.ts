import type { OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import {
  INVENTORY_ITEM_STATUS,
  type InventoryItem,
  type InventoryItemStatus,
  inventoryItem,
} from './inventory-item.ts';

/** The allowed transitions (domain 4.6). USED to OPENED is the manager's undo within 24 hours. */
export const ITEM_LIFECYCLE: Lifecycle<InventoryItemStatus> = {
  ORDERED: ['RECEIVED'],
  RECEIVED: ['OPENED', 'USED'],
  OPENED: ['USED'],
  USED: ['OPENED'],
};

/** Refuse a change of an item's status that the table does not list. */
export const assertItemTransition = (from: InventoryItemStatus, to: InventoryItemStatus): void =>
  assertListed(ITEM_LIFECYCLE, INVENTORY_ITEM_STATUS, from, to);

/** The fields that are written together with a change of an item's status. */
export interface ItemChange {
  event: EventType;
  fields: Partial<InventoryItem>;
  data?: Readonly<Record<string, string | boolean | null>>;
}

/** Change the status of an item, with its event. */
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
