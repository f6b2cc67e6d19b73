import { ulid } from 'ulid';
import { z } from 'zod';
import { endPrice } from '#db/billing/end-price.ts';
import { price } from '#db/billing/price.ts';
import { PriceForm } from '#db/billing/price-form.ts';
import { setPrice } from '#db/billing/set-price.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { adjustmentRoutes } from './adjustment-routes.ts';
import { projectPriceRoutes } from './project-price-routes.ts';
import { readPriceHistory, readPriceList } from './read-prices.ts';

const WithId = z.strictObject({ id: Id });

/** `/api/lab/price`, `/api/lab/project-base-pricing` and `/api/lab/price-adjustments`. */
export const priceRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/price',
    access: 'lab/price:read',
    handler: ({ services, session }) => readPriceList(services, session),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/lab/price/history/:protocolId',
    access: 'lab/price:read',
    params: z.strictObject({ protocolId: Id }),
    handler: ({ services, session, params }) => readPriceHistory(services.pool, session, params.protocolId),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/price',
    access: 'lab/price:create',
    body: PriceForm,
    handler: async ({ services, session, body }) => {
      await executeOperation(engineOf(services), session, setPrice, { ...body, priceId: ulid() });
      return created(await readPriceList(services, session));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/price/:id/end',
    access: 'lab/price:update',
    params: WithId,
    body: endPrice.args.omit({ priceId: true }),
    handler: async ({ services, session, params, body }) => {
      await readRow(services.pool, price, params.id, session.entity);
      await executeOperation(engineOf(services), session, endPrice, { ...body, priceId: params.id });
      return readPriceList(services, session);
    },
  }),
  ...projectPriceRoutes,
  ...adjustmentRoutes,
];
