import { ulid } from 'ulid';
import * as calls from '#db/api/inventory.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveFamilyOperation, serveOperation, serveRows } from '#sync-server/services/family-routes.ts';

/** `/api/lab/inventory-item`, `/api/lab/inventory-type` and `/api/lab/equipment`. */
export const inventoryRoutes: readonly ApiRoute[] = [
  ...serveRows(inventoryItem, calls.listInventoryItems, calls.readInventoryItem),
  serveFamilyOperation(calls.changeInventoryItem, ['lab/inventory-item']),
  serveOperation(calls.addInventoryItem, 'add-inventory-item', (body) => ({ itemId: ulid(), ...body })),
  ...serveRows(inventoryType, calls.listInventoryTypes, calls.readInventoryType),
  ...serveRows(equipment, calls.listEquipment, calls.readEquipment),
  serveFamilyOperation(calls.changeEquipment, ['lab/equipment']),
];
