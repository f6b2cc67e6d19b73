import { storageManagement } from '#db/storage/storage-management.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { familyOperationRoute, readRoutes } from '#sync-server/services/family-routes.ts';

/** `/api/lab/storage-management`: the tree, and the operations on its locations. */
export const storageRoutes: readonly ApiRoute[] = [
  ...readRoutes('lab/storage-management', storageManagement),
  familyOperationRoute({
    path: '/api/lab/storage-management',
    access: 'lab/storage-management:update',
    families: ['lab/storage-management', 'lab/specimens/move'],
  }),
];
