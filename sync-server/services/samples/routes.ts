import { sample } from '#db/samples/sample.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { familyOperationRoute, operationRoute } from '#sync-server/services/listing/operation-routes.ts';
import { readRoutes } from '#sync-server/services/listing/read-routes.ts';
import { barcodeRoutes } from './barcode-routes.ts';
import { printRoutes } from './print-routes.ts';

/**
 * `/api/lab/samples`, `/api/lab/custody` and `/api/lab/barcode`. A status changes only through its operation.
 */
export const sampleRoutes: readonly ApiRoute[] = [
  ...readRoutes('lab/samples', sample),
  familyOperationRoute({
    path: '/api/lab/samples/update/status',
    access: 'lab/samples/update/status:update',
    families: ['lab/samples/update/status', 'lab/samples', 'lab/custody'],
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/samples/override',
    access: 'lab/samples:update',
    operation: 'override-sample',
  }),
  familyOperationRoute({ path: '/api/lab/custody', access: 'lab/custody:update', families: ['lab/custody'] }),
  ...barcodeRoutes,
  ...printRoutes,
];
