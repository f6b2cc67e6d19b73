import { ulid } from 'ulid';
import { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import type { CallDefinition } from '#db/api/call-definition.ts';
import * as labOrders from '#db/api/ordering/lab-orders.ts';
import * as continuations from '#db/api/ordering/order-continuation.ts';
import * as orders from '#db/api/ordering/orders.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { continueOrder } from '#db/ordering/drafts/continue-order.ts';
import { copyOrder } from '#db/ordering/drafts/copy-order.ts';
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
import { Reason } from '#db/values/reason.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { readDraft, readSource } from '#sync-server/services/ordering/drafts/read-draft.ts';
import { readInTransaction } from '#sync-server/services/ordering/manifest/check-list.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { notifyAboutOrder, type OrderOperation } from './notify-about-order.ts';
import { readOrder } from './read-order.ts';

/** A call that executes an operation on the order of its path; the body holds the other arguments. */
type ActionCall = CallDefinition<
  Grant,
  typeof orders.cancelOrder.params,
  undefined,
  z.ZodObject,
  typeof orders.cancelOrder.answer
>;

/** The email of an operation, if any; may depend on the earlier status of the order. */
type Notification = OrderOperation | ((before: OrderStatus) => OrderOperation | undefined);

const WAITING: readonly OrderStatus[] = ['PO_UNDER_REVIEW', 'PENDING_APPROVAL'];
const ReasonGiven = z.object({ reason: Reason.nullable().optional() });

/** Mount an operation on a visible order; returns the order. */
const operationRoute = (
  definition: ActionCall,
  operation: OperationDefinition,
  notification?: Notification,
): ApiRoute =>
  serveCall(definition, async ({ services, session, params, body }) => {
    const { id: orderId } = params;
    const { status } = await readOrder(services.pool, session, orderId);
    const { reason = null } = ReasonGiven.parse(body);
    const orderOperation = typeof notification === 'function' ? notification(status) : notification;
    const args = { ...body, orderId };
    await executeOperation(engineOf(services), session, operation, args, {}, async (client) => {
      if (orderOperation)
        await notifyAboutOrder(client, services, session, { orderId, operation: orderOperation, reason });
    });
    return readOrder(services.pool, session, orderId);
  });

/** Operations on orders after the draft; `ORDER_ACTS` defines who may do them from which status. */
export const orderOperationRoutes: readonly ApiRoute[] = [
  operationRoute(orders.confirmRegistration, confirmRegistration, 'submitted'),
  operationRoute(orders.markOrderShipped, markOrderShipped),
  operationRoute(orders.cancelOrder, cancelOrder, 'canceled'),
  // The email is sent only if nothing is left of the order.
  operationRoute(orders.cancelSpecimens, cancelSpecimens, 'canceled'),
  operationRoute(labOrders.confirmLabRegistration, confirmRegistration, 'submitted'),
  operationRoute(labOrders.markLabOrderShipped, markOrderShipped),
  operationRoute(labOrders.cancelLabOrder, cancelOrder, 'canceled'),
  operationRoute(labOrders.cancelLabSpecimens, cancelSpecimens, 'canceled'),
  operationRoute(labOrders.addKits, addKits),
  operationRoute(labOrders.holdOrder, holdOrder),
  operationRoute(labOrders.releaseOrder, releaseOrder),
  // Approvers are notified that their approval is no longer needed.
  operationRoute(labOrders.overrideOrder, overrideOrder, (before) =>
    WAITING.includes(before) ? 'decided' : undefined,
  ),
  operationRoute(labOrders.closeOrder, closeOrder, 'closed'),
  operationRoute(labOrders.cancelReceivedOrder, overrideCancelOrder, 'canceled'),
  serveCall(labOrders.deleteOrder, async ({ services, session, params, body }) => {
    await readOrder(services.pool, session, params.id);
    await executeOperation(engineOf(services), session, deleteOrder, { ...body, orderId: params.id });
  }),
];

/** The preview of a confirmation of registered specimens: the total that must be sent back with it. */
const registrationRouteOf = (
  definition: typeof orders.readRegistration | typeof labOrders.readLabRegistration,
): ApiRoute =>
  serveCall(definition, ({ services, session, params }) =>
    readInTransaction(services, session, async (tx, context) => {
      const { row, owner } = await openOrderForAction(tx, context, params.id, ['confirm-registration']);
      const { approvals, ...registration } = await readRegistration(tx, context, row, owner);
      return ShownRegistration.parse({
        ...registration,
        sponsored: row.orderType === 'CAMPAIGN',
        approvals: approvals.map(({ kind }) => kind),
      });
    }),
  );

export const registrationRoutes: readonly ApiRoute[] = [
  registrationRouteOf(orders.readRegistration),
  registrationRouteOf(labOrders.readLabRegistration),
];

const sourceRouteOf = (
  definition: typeof continuations.readSourceSpecimens | typeof continuations.readLabSourceSpecimens,
): ApiRoute =>
  serveCall(definition, ({ services, session, params, query }) =>
    readSource(services, session, params.id, query.continuation),
  );

const continuationRouteOf = (
  definition: typeof continuations.continueOrder | typeof continuations.continueLabOrder,
): ApiRoute =>
  serveCall(definition, async ({ services, session, params, body }) => {
    const { id: sourceOrderId } = params;
    await readOrder(services.pool, session, sourceOrderId);
    const orderId = ulid();
    const args = { ...body, orderId, sourceOrderId };
    await executeOperation(engineOf(services), session, continueOrder, args);
    return readDraft(services, session, orderId);
  });

const copyRouteOf = (
  definition: typeof continuations.copyOrder | typeof continuations.copyLabOrder,
): ApiRoute =>
  serveCall(definition, async ({ services, session, params }) => {
    const { id: copiedOrderId } = params;
    await readOrder(services.pool, session, copiedOrderId);
    const orderId = ulid();
    await executeOperation(engineOf(services), session, copyOrder, { orderId, copiedOrderId });
    return readDraft(services, session, orderId);
  });

/** Orders that continue with the stored material of an earlier one (domain 6.5), and copies of orders. */
export const continuationRoutes: readonly ApiRoute[] = [
  sourceRouteOf(continuations.readSourceSpecimens),
  sourceRouteOf(continuations.readLabSourceSpecimens),
  continuationRouteOf(continuations.continueOrder),
  continuationRouteOf(continuations.continueLabOrder),
  copyRouteOf(continuations.copyOrder),
  copyRouteOf(continuations.copyLabOrder),
];
