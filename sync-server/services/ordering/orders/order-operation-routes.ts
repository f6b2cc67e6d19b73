import { ulid } from 'ulid';
import { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { Continuation } from '#db/ordering/drafts/continuation.ts';
import { continueOrder } from '#db/ordering/drafts/continue-order.ts';
import { cancelSpecimens } from '#db/ordering/orders/cancel-specimens.ts';
import { closeOrder } from '#db/ordering/orders/close-order.ts';
import { confirmRegistration, readRegistration } from '#db/ordering/orders/confirm-registration.ts';
import { cancelOrder, deleteOrder } from '#db/ordering/orders/end-order.ts';
import { holdOrder, releaseOrder } from '#db/ordering/orders/hold-order.ts';
import { openOrderForAction } from '#db/ordering/orders/order-actions.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { overrideCancelOrder, overrideOrder } from '#db/ordering/orders/override-order.ts';
import { ShownRegistration } from '#db/ordering/orders/shown-order.ts';
import { addKits } from '#db/ordering/shipments/add-kits.ts';
import { markOrderShipped } from '#db/ordering/shipments/mark-order-shipped.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { readDraft, readSource } from '#sync-server/services/ordering/drafts/read-draft.ts';
import { readInTransaction } from '#sync-server/services/ordering/manifest/check-list.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { notifyAboutOrder, type OrderOperation } from './notify-about-order.ts';
import { readOrder } from './read-order.ts';

interface OperationRoute {
  method: 'post' | 'patch';
  path: `/api/${string}`;
  access: Grant;
  operation: OperationDefinition;
  /** The email of the operation, if any; may depend on the earlier status of the order. */
  notification?: OrderOperation | ((before: OrderStatus) => OrderOperation | undefined);
}

const WAITING: readonly OrderStatus[] = ['PO_UNDER_REVIEW', 'PENDING_APPROVAL'];
const ReasonGiven = z.object({ reason: Reason.nullable().optional() });

/** Declare an operation on a visible order; returns the order. */
const operationRoute = ({ method, path, access, operation, notification }: OperationRoute): ApiRoute =>
  jsonRoute({
    method,
    path,
    access,
    params: z.strictObject({ id: Id }),
    body: operation.args.omit({ orderId: true }),
    handler: async ({ services, session, params, body }) => {
      const { id: orderId } = params;
      const { status } = await readOrder(services.pool, session, orderId);
      const { reason = null } = ReasonGiven.parse(body);
      const orderOperation = typeof notification === 'function' ? notification(status) : notification;
      await executeOperation(
        engineOf(services),
        session,
        operation,
        { ...body, orderId },
        {},
        async (client) => {
          if (orderOperation)
            await notifyAboutOrder(client, services, session, { orderId, operation: orderOperation, reason });
        },
      );
      return readOrder(services.pool, session, orderId);
    },
  });

/** Operations of customers, and of staff on their behalf. */
const sharedRoutesOf = (family: 'orders' | 'lab/orders', access: Grant): readonly ApiRoute[] => [
  operationRoute({
    method: 'post',
    path: `/api/${family}/:id/confirm-registration`,
    access,
    operation: confirmRegistration,
    notification: 'submitted',
  }),
  operationRoute({
    method: 'post',
    path: `/api/${family}/:id/mark-shipped`,
    access,
    operation: markOrderShipped,
  }),
  operationRoute({
    method: 'post',
    path: `/api/${family}/:id/cancel`,
    access,
    operation: cancelOrder,
    notification: 'canceled',
  }),
  operationRoute({
    method: 'post',
    path: `/api/${family}/:id/cancel-specimens`,
    access,
    operation: cancelSpecimens,
    // Sent only if nothing is left of the order.
    notification: 'canceled',
  }),
];

/** Operations on orders after the draft; `ORDER_ACTS` defines who may do them from which status. */
export const orderOperationRoutes: readonly ApiRoute[] = [
  ...sharedRoutesOf('orders', 'orders:create'),
  ...sharedRoutesOf('lab/orders', 'lab/orders:update'),
  operationRoute({
    method: 'patch',
    path: '/api/lab/orders/:id/kits',
    access: 'lab/orders:update',
    operation: addKits,
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/orders/:id/hold',
    access: 'lab/orders:update',
    operation: holdOrder,
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/orders/:id/release',
    access: 'lab/orders:update',
    operation: releaseOrder,
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/orders/:id/override',
    access: 'lab/orders:update',
    operation: overrideOrder,
    // Approvers are notified that their approval is no longer needed.
    notification: (before) => (WAITING.includes(before) ? 'decided' : undefined),
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/orders/close/:id',
    access: 'lab/orders/close:update',
    operation: closeOrder,
    notification: 'closed',
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/orders/override/cancel/:id',
    access: 'lab/orders/override/cancel:update',
    operation: overrideCancelOrder,
    notification: 'canceled',
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/lab/orders/delete-order/:id',
    access: 'lab/orders/delete-order:delete',
    params: z.strictObject({ id: Id }),
    // The reason is free text and must not be part of a URL.
    body: deleteOrder.args.omit({ orderId: true }),
    handler: async ({ services, session, params, body }) => {
      await readOrder(services.pool, session, params.id);
      await executeOperation(engineOf(services), session, deleteOrder, { ...body, orderId: params.id });
    },
  }),
];

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
