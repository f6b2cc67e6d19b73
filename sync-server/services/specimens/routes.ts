import { z } from 'zod';
import { specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { familyOperationRoute, operationRoute } from '#sync-server/services/listing/operation-routes.ts';
import { readRoutes } from '#sync-server/services/listing/read-routes.ts';
import { checkRequisitionNumber } from './check-requisition-number.ts';
import { deletionRoute } from './deletion-route.ts';
import { photoRoutes } from './photo-routes.ts';

/** `/api/lab/specimens`. A move names one sample and its new location, like the operation `move-sample`. */
export const specimenRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/specimens/check-requisition-number',
    access: 'lab/specimens/check-requisition-number:read',
    query: z.strictObject({
      requisitionNumber: z.string().trim().min(1).max(100),
      orderId: Id.optional(),
    }),
    handler: ({ services, session, query }) => checkRequisitionNumber(services.pool, session, query),
  }),
  ...photoRoutes,
  ...readRoutes('lab/specimens', specimen),
  deletionRoute,
  operationRoute({
    method: 'patch',
    path: '/api/lab/specimens/move',
    access: 'lab/specimens/move:update',
    operation: 'move-sample',
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/specimens/override',
    access: 'lab/specimens:update',
    operation: 'override-specimen',
  }),
  familyOperationRoute({
    path: '/api/lab/specimens',
    access: 'lab/specimens:update',
    families: ['lab/specimens', 'lab/specimens/move', 'lab/custody'],
  }),
];
