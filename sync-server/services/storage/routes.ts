import * as calls from '#db/api/storage.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveFamilyOperation, serveRows } from '#sync-server/services/family-routes.ts';

/** `/api/lab/storage-management`: the tree, and the operations on its locations. */
export const storageRoutes: readonly ApiRoute[] = [
  ...serveRows(storageManagement, calls.listStorage, calls.readStorage),
  serveFamilyOperation(calls.changeStorage, ['lab/storage-management', 'lab/specimens/move']),
];
