import { ulid } from 'ulid';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { familyOperationRoute, operationRoute, readRoutes } from '#sync-server/services/family-routes.ts';

/** `/api/lab/inventory-item`, `/api/lab/inventory-type` and `/api/lab/equipment`. */
export const inventoryRoutes: readonly ApiRoute[] = [
  ...readRoutes('lab/inventory-item', inventoryItem),
  familyOperationRoute({
    path: '/api/lab/inventory-item',
    access: 'lab/inventory-item:update',
    families: ['lab/inventory-item'],
  }),
  operationRoute({
    method: 'post',
    path: '/api/lab/inventory-item',
    access: 'lab/inventory-item:create',
    operation: 'add-inventory-item',
    complete: (body) => ({ itemId: ulid(), ...body }),
  }),
  ...readRoutes('lab/inventory-type', inventoryType),
  ...readRoutes('lab/equipment', equipment),
  familyOperationRoute({
    path: '/api/lab/equipment',
    access: 'lab/equipment:update',
    families: ['lab/equipment'],
  }),
];
