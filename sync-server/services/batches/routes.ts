import { ulid } from 'ulid';
import { batch } from '#db/batches/batch.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { familyOperationRoute, operationRoute, readRoutes } from '#sync-server/services/family-routes.ts';

const EMPTY_BATCH_FIELDS = { assignedUserId: null, sourceBatchId: null, research: false };

/** `/api/lab/batches`: batches are created online only; every other change is an operation on one batch. */
export const batchRoutes: readonly ApiRoute[] = [
  ...readRoutes('lab/batches', batch),
  operationRoute({
    method: 'post',
    path: '/api/lab/batches',
    access: 'lab/batches:create',
    operation: 'create-batch',
    // The caller may create the id, so that it can continue with the batch before the feed brings it.
    complete: (body) => ({ ...EMPTY_BATCH_FIELDS, batchId: ulid(), ...body }),
  }),
  operationRoute({
    method: 'post',
    path: '/api/lab/batches/research',
    access: 'lab/batches/research:create',
    operation: 'create-batch',
    complete: (body) => ({ ...EMPTY_BATCH_FIELDS, batchId: ulid(), ...body, research: true }),
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/batches/override',
    access: 'lab/batches/override:update',
    operation: 'override-batch',
  }),
  familyOperationRoute({
    path: '/api/lab/batches/:id',
    access: 'lab/batches:update',
    families: ['lab/batches'],
    idArgument: 'batchId',
  }),
];
