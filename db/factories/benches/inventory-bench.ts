import type { z } from 'zod';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { buildActor, buildContext, runRule } from '#db/factories/run-rule.ts';
import { addInventoryItem } from '#db/inventory/add-inventory-item.ts';
import { countInventoryItem } from '#db/inventory/count-inventory-item.ts';
import { drawStock } from '#db/inventory/draw-stock.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';
import {
  markInventoryItemUsed,
  openInventoryItem,
  reopenInventoryItem,
} from '#db/inventory/open-inventory-item.ts';
import { receiveInventoryItem } from '#db/inventory/receive-inventory-item.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';

/** Return the context of the tech at a time of the day. */
export const at = (time: string, more: Partial<OperationContext> = {}): Partial<OperationContext> => ({
  occurredAt: `2026-11-21T${time}:00.000Z`,
  ...more,
});
/** The lab manager. */
export const LENA = buildActor({ userId: 'user-lena', role: 'LAB_MANAGER', name: 'Lena' });
/** Return the context of the lab manager at a time of the day. */
export const manager = (time: string) => at(time, { actor: LENA });
const online = (time: string) => at(time, { actor: LENA, deviceId: null });
/** The values that are read off a lot. */
export const RECEIPT = { lotNumber: 'L7', expirationDate: '2027-05-31', quantity: null, qcPassed: null };
const NEW = {
  itemId: 'item-1',
  inventoryTypeId: 'type-1',
  barcode: 'LYS-1',
  serialNumber: null,
  quantity: null,
  unitCost: null,
  purchaseOrderNumber: 'LAB-1',
  receipt: null,
};

/** Build an inventory of one item and its type, and the operations on it. */
export function openInventoryBench(
  item: Partial<InventoryItem> | null = {},
  type: Partial<InventoryType> = {},
) {
  const world = new MemoryWorld();
  world.putRow(inventoryType, buildInventoryType({ id: 'type-1', unitsPerItem: '500', ...type }));
  if (item)
    world.putRow(inventoryItem, buildInventoryItem({ id: 'item-1', inventoryTypeId: 'type-1', ...item }));
  const itemId = 'item-1';
  return {
    world,
    item: () => world.one(inventoryItem, itemId),
    /** Return the events in the order in which they were written. */
    told: () => world.all(event).filter(({ targetId }) => targetId === itemId),
    add: (more: Partial<z.input<typeof addInventoryItem.args>> = {}, caller = online('08:00')) =>
      runRule(world, addInventoryItem, { ...NEW, ...more }, caller),
    receive: (more = {}, caller = at('09:00')) =>
      runRule(world, receiveInventoryItem, { itemId, receipt: { ...RECEIPT, ...more } }, caller),
    unseal: (caller = at('10:00')) => runRule(world, openInventoryItem, { itemId }, caller),
    use: (reason = 'Empty', caller = at('11:00')) =>
      runRule(world, markInventoryItemUsed, { itemId, reason }, caller),
    /** Book the use of a section; a negative amount returns stock. */
    draw: (amount: string, of = itemId, time = '12:00') => {
      const context = buildContext(at(time));
      const stamp = { at: context.occurredAt, userId: context.actor.userId, entity: context.actor.entity };
      return world.transaction(stamp, (tx) =>
        drawStock(tx, context, { itemId: of, amount, reason: 'Lysis' }),
      );
    },
    count: (amount: string, caller = at('13:00')) =>
      runRule(world, countInventoryItem, { itemId, counted: amount }, caller),
    reopen: (remaining: string | null = null, caller = manager('12:00')) =>
      runRule(
        world,
        reopenInventoryItem,
        { itemId, reason: 'The wrong tube was scanned', remaining },
        caller,
      ),
  };
}

/** An item that is ordered and still to come. */
export const AWAITED = {
  status: 'ORDERED',
  lotNumber: null,
  expirationDate: null,
  quantity: null,
  remaining: null,
  receivedAt: null,
} as const;
