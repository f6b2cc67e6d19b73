import { ulid } from 'ulid';
import { z } from 'zod';
import { acceptDataUse } from '#db/ordering/drafts/accept-data-use.ts';
import { chooseSourceSpecimens } from '#db/ordering/drafts/continue-order.ts';
import { DataUseForm, DraftChanges, NewDraft } from '#db/ordering/drafts/draft-form.ts';
import { discardDraft, startOrder } from '#db/ordering/drafts/start-order.ts';
import { submitOrder } from '#db/ordering/drafts/submit-order.ts';
import { updateOrderDraft } from '#db/ordering/drafts/update-order-draft.ts';
import { removeRequisitions } from '#db/ordering/manifest/save-requisitions.ts';
import { Id } from '#db/values/id.ts';
import { type ApiCall, type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { readOrder } from '#sync-server/services/ordering/orders/read-order.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { readDraft, requireDraft } from './read-draft.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;
const WithId = z.strictObject({ id: Id });
const NewOrder = NewDraft.omit({ orderClassification: true, sourceOrderId: true });

/** Execute an operation on a visible draft and return the draft. */
async function executeOnDraft<Args extends OperationSchema>(
  { services, session }: Call,
  operation: CallableOperation<Args>,
  args: z.input<Args> & { orderId: string },
) {
  await requireDraft(services.pool, session, args.orderId);
  await executeOperation(engineOf(services), session, operation, args);
  return readDraft(services, session, args.orderId);
}

/** Declare the order wizard below a path, under the grants of a family. */
const draftRoutesOf = (
  base: '/api/create-order' | '/api/lab/orders/drafts',
  family: 'create-order' | 'lab/orders',
): readonly ApiRoute[] => [
  jsonRoute({
    method: 'post',
    path: base,
    access: `${family}:create`,
    body: NewOrder,
    handler: async ({ services, session, body }) => {
      const orderId = ulid();
      await executeOperation(engineOf(services), session, startOrder, { ...body, orderId });
      return created(await readDraft(services, session, orderId));
    },
  }),
  jsonRoute({
    method: 'get',
    path: `${base}/:id`,
    access: `${family}:read`,
    params: WithId,
    handler: ({ services, session, params }) => readDraft(services, session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: `${base}/:id`,
    access: `${family}:create`,
    params: WithId,
    body: z.strictObject({ seenVersion: z.int(), changes: DraftChanges }),
    handler: (call) => executeOnDraft(call, updateOrderDraft, { orderId: call.params.id, ...call.body }),
  }),
  jsonRoute({
    method: 'post',
    path: `${base}/:id/data-use`,
    access: `${family}:create`,
    params: WithId,
    body: DataUseForm,
    handler: (call) => executeOnDraft(call, acceptDataUse, { orderId: call.params.id, dataUse: call.body }),
  }),
  jsonRoute({
    method: 'post',
    path: `${base}/:id/requisitions/remove`,
    access: `${family}:create`,
    params: WithId,
    body: removeRequisitions.args.omit({ orderId: true }),
    handler: (call) => executeOnDraft(call, removeRequisitions, { orderId: call.params.id, ...call.body }),
  }),
  jsonRoute({
    method: 'post',
    path: `${base}/:id/source-specimens`,
    access: `${family}:create`,
    params: WithId,
    body: chooseSourceSpecimens.args.omit({ orderId: true }),
    handler: (call) => executeOnDraft(call, chooseSourceSpecimens, { orderId: call.params.id, ...call.body }),
  }),
  jsonRoute({
    method: 'post',
    path: `${base}/:id/submit`,
    access: `${family}:create`,
    params: WithId,
    body: submitOrder.args.omit({ orderId: true }),
    handler: async ({ services, session, params, body }) => {
      const { id: orderId } = params;
      await requireDraft(services.pool, session, orderId);
      await executeOperation(engineOf(services), session, submitOrder, { orderId, ...body }, {}, (client) =>
        notifyAboutOrder(client, services, session, { orderId, operation: 'submitted' }),
      );
      return readOrder(services.pool, session, orderId);
    },
  }),
  jsonRoute({
    method: 'post',
    path: `${base}/:id/discard`,
    access: `${family}:create`,
    params: WithId,
    body: z.strictObject({}),
    handler: async ({ services, session, params }) => {
      await requireDraft(services.pool, session, params.id);
      await executeOperation(engineOf(services), session, discardDraft, { orderId: params.id });
    },
  }),
];

/**
 * Ordering by customers (`create-order`) and by staff for a customer (`lab/orders`). Saving a step is a POST,
 * because members may create orders but not update existing ones.
 */
export const draftRoutes: readonly ApiRoute[] = [
  ...draftRoutesOf('/api/create-order', 'create-order'),
  ...draftRoutesOf('/api/lab/orders/drafts', 'lab/orders'),
];
