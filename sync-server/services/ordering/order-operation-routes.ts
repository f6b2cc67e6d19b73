import { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { addKits } from '#db/ordering/add-kits.ts';
import { cancelOrder } from '#db/ordering/cancel-order.ts';
import { cancelSpecimens } from '#db/ordering/cancel-specimens.ts';
import { closeOrder } from '#db/ordering/close-order.ts';
import { confirmRegistration } from '#db/ordering/confirm-registration.ts';
import { deleteOrder } from '#db/ordering/delete-order.ts';
import { holdOrder } from '#db/ordering/hold-order.ts';
import { markOrderShipped } from '#db/ordering/mark-order-shipped.ts';
import type { OrderStatus } from '#db/ordering/order-status.ts';
import { overrideCancelOrder } from '#db/ordering/override-cancel-order.ts';
import { overrideOrder } from '#db/ordering/override-order.ts';
import { releaseOrder } from '#db/ordering/release-order.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
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
