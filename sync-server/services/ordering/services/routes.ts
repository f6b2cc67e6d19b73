import { z } from 'zod';
import { service } from '#db/ordering/service.ts';
import { ShownQuote } from '#db/ordering/shown-draft.ts';
import { QuoteQuestion } from '#db/ordering/shown-service.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { listQueryOf } from '#sync-server/services/listing/list-query.ts';
import { listServices } from './list-services.ts';
import { quoteService } from './quote-service.ts';
import { readService } from './read-service.ts';

const WithId = z.strictObject({ id: Id });

/** `/api/lab/services`: the catalogue. What customers create in it is a quote (D11). */
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
];
