import { ulid } from 'ulid';
import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { endProjectPrice } from '#db/billing/end-project-price.ts';
import { ProjectPriceForm } from '#db/billing/price-form.ts';
import { projectBasedPricing } from '#db/billing/project-based-pricing.ts';
import { setProjectPrice } from '#db/billing/set-project-price.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { listProjectPrices, PROJECT_PRICE_LIST, readProjectPriceChoices } from './list-project-prices.ts';

const WithId = z.strictObject({ id: Id });

/** `/api/lab/project-base-pricing`: agreed prices of projects. */
export const projectPriceRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/project-base-pricing',
    access: 'lab/project-base-pricing:read',
    query: listQueryOf(PROJECT_PRICE_LIST),
    handler: ({ services, session, query }) => listProjectPrices(services, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/lab/project-base-pricing/choices',
    access: 'lab/project-base-pricing:read',
    handler: ({ services, session }) => readProjectPriceChoices(services, session),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/project-base-pricing',
    access: 'lab/project-base-pricing:create',
    body: ProjectPriceForm,
    handler: async ({ services, session, body }) => {
      const pricingId = ulid();
      const { message } = await executeOperation(engineOf(services), session, setProjectPrice, {
        ...body,
        pricingId,
      });
      const row = await readRow(services.pool, projectBasedPricing, pricingId, session.entity);
      return created({ row, message });
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/project-base-pricing/:id/end',
    access: 'lab/project-base-pricing:update',
    params: WithId,
    body: endProjectPrice.args.omit({ pricingId: true }),
    handler: async ({ services, session, params, body }) => {
      await readRow(services.pool, projectBasedPricing, params.id, session.entity);
      await executeOperation(engineOf(services), session, endProjectPrice, {
        pricingId: params.id,
        ...body,
      });
    },
  }),
];
