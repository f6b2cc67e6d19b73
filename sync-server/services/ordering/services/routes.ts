import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { changeServiceStatus } from '#db/ordering/change-service-status.ts';
import { service } from '#db/ordering/service.ts';
import { ServiceChanges } from '#db/ordering/service-form.ts';
import { ShownQuote } from '#db/ordering/shown-draft.ts';
import { QuoteQuestion } from '#db/ordering/shown-service.ts';
import { updateService } from '#db/ordering/update-service.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { listServices } from './list-services.ts';
import { quoteService } from './quote-service.ts';
import { readService, requireVisibleService } from './read-service.ts';

const WithId = z.strictObject({ id: Id });

/** `/api/lab/services`: the catalog. What customers create in it is a quote (D11). */
export const serviceRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/services',
    access: 'lab/services:read',
    query: listQueryOf(service),
    handler: ({ services, session, query }) => listServices(services, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/lab/services/:id',
    access: 'lab/services:read',
    params: WithId,
    handler: ({ services, session, params }) => readService(services, session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/services/quote',
    access: 'lab/services:create',
    body: QuoteQuestion,
    handler: async ({ services, session, body }) =>
      ShownQuote.parse(await quoteService(services, session, body)),
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/services/:id',
    access: 'lab/services:update',
    params: WithId,
    body: ServiceChanges.extend({ seenVersion: z.int() }),
    handler: async ({ services, session, params, body }) => {
      const { id: serviceId } = await requireVisibleService(services.pool, session, params.id);
      const { seenVersion, ...changes } = body;
      await executeOperation(engineOf(services), session, updateService, { serviceId, seenVersion, changes });
      return readService(services, session, serviceId);
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/services/:id/status',
    access: 'lab/services:update',
    params: WithId,
    body: changeServiceStatus.args.omit({ serviceId: true }),
    handler: async ({ services, session, params, body }) => {
      const { id: serviceId } = await requireVisibleService(services.pool, session, params.id);
      await executeOperation(engineOf(services), session, changeServiceStatus, { serviceId, ...body });
      return readService(services, session, serviceId);
    },
  }),
];
