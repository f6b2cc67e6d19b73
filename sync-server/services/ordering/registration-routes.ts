import { z } from 'zod';
import { openOrderForAction } from '#db/ordering/open-order-for-action.ts';
import { readRegistration } from '#db/ordering/read-registration.ts';
import { ShownRegistration } from '#db/ordering/shown-registration.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { readInTransaction } from './manifest/order-rows.ts';

/** The preview of a confirmation of registered specimens: the total that must be sent back with it. */
const registrationRouteOf = (family: 'orders' | 'lab/orders'): ApiRoute =>
  jsonRoute({
    method: 'get',
    path: `/api/${family}/:id/confirm-registration`,
    access: `${family}:read`,
    params: z.strictObject({ id: Id }),
    handler: ({ services, session, params }) =>
      readInTransaction(services, session, async (tx, context) => {
        const { row, owner } = await openOrderForAction(tx, context, params.id, ['confirm-registration']);
        const { approvals, ...registration } = await readRegistration(tx, context, row, owner);
        return ShownRegistration.parse({
          ...registration,
          sponsored: row.orderType === 'CAMPAIGN',
          approvals: approvals.map(({ kind }) => kind),
        });
      }),
  });

export const registrationRoutes: readonly ApiRoute[] = [
  registrationRouteOf('orders'),
  registrationRouteOf('lab/orders'),
];
