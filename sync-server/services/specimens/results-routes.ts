import { z } from 'zod';
import type { OperationDefinition } from '#db/operation.ts';
import { approveSpecimens } from '#db/specimens/approve-specimens.ts';
import { recallResults } from '#db/specimens/recall-results.ts';
import { releaseResults } from '#db/specimens/release-results.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readResults } from './read-results.ts';

const OfOrder = z.object({ orderId: Id });

/** Execute an operation on results of an order; returns their status. */
const operationRoute = (
  action: 'approve' | 'release' | 'recall',
  operation: Pick<OperationDefinition, 'name' | 'version' | 'args'>,
): ApiRoute =>
  jsonRoute({
    method: 'patch',
    path: `/api/internal/results/${action}`,
    access: 'internal/results:update',
    body: operation.args,
    handler: async ({ services, session, body }) => {
      const { orderId } = OfOrder.parse(body);
      await readResults(services, session, orderId);
      await executeOperation(engineOf(services), session, operation, body);
      return readResults(services, session, orderId);
    },
  });

/** `/api/internal/results`: approval, release and recall of an order's results. */
export const resultsRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/internal/results',
    access: 'internal/results:read',
    query: z.strictObject({ orderId: Id, evidence: z.literal('true').optional() }),
    handler: ({ services, session, query }) =>
      readResults(services, session, query.orderId, query.evidence === 'true'),
  }),
  operationRoute('approve', approveSpecimens),
  operationRoute('release', releaseResults),
  operationRoute('recall', recallResults),
];
