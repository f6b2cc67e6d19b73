import { specimen } from '#db/specimens/specimen.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { actRoute, operationRoute } from '#sync-server/services/listing/act-routes.ts';
import { readRoutes } from '#sync-server/services/listing/read-routes.ts';

/** `/api/lab/specimens`. A move names one sample and its new place, as the operation `move-sample` does. */
export const specimenRoutes: readonly ApiRoute[] = [
  ...readRoutes('lab/specimens', specimen),
  operationRoute({
    method: 'patch',
    path: '/api/lab/specimens/move',
    access: 'lab/specimens/move:update',
    operation: 'move-sample',
  }),
  actRoute({
    path: '/api/lab/specimens',
    access: 'lab/specimens:update',
    families: ['lab/specimens', 'lab/specimens/move'],
  }),
];
