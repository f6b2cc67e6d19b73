import { ulid } from 'ulid';
import { z } from 'zod';
import { Continuation } from '#db/ordering/continuation.ts';
import { continueOrder } from '#db/ordering/continue-order.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readDraft } from './read-draft.ts';
import { readOrder } from './read-order.ts';
import { readSource } from './read-source.ts';

const WithId = z.strictObject({ id: Id });

/** Rework and supplemental orders of a family: the available specimens, and the draft with them. */
const continuationRoutesOf = (family: 'orders' | 'lab/orders'): readonly ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `/api/${family}/:id/source-specimens`,
    access: `${family}:create`,
    params: WithId,
    query: z.strictObject({ continuation: Continuation }),
    handler: ({ services, session, params, query }) =>
      readSource(services, session, params.id, query.continuation),
  }),
  jsonRoute({
    method: 'post',
    path: `/api/${family}/:id/continue`,
    access: `${family}:create`,
    params: WithId,
    body: continueOrder.args.omit({ orderId: true, sourceOrderId: true }),
    handler: async ({ services, session, params, body }) => {
      await readOrder(services.pool, session, params.id);
      const orderId = ulid();
      await executeOperation(engineOf(services), session, continueOrder, {
        ...body,
        orderId,
        sourceOrderId: params.id,
      });
      return created(await readDraft(services, session, orderId));
    },
  }),
];

/** Orders that continue with the stored material of an earlier one (domain 6.5). */
export const continuationRoutes: readonly ApiRoute[] = [
  ...continuationRoutesOf('orders'),
  ...continuationRoutesOf('lab/orders'),
];
