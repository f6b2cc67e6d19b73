import { ulid } from 'ulid';
import type { z } from 'zod';
import * as calls from '#db/api/ordering/drafts.ts';
import * as labCalls from '#db/api/ordering/lab-drafts.ts';
import { acceptDataUse } from '#db/ordering/drafts/accept-data-use.ts';
import { chooseSourceSpecimens } from '#db/ordering/drafts/continue-order.ts';
import { signAttestation } from '#db/ordering/drafts/sign-attestation.ts';
import { discardDraft, startOrder } from '#db/ordering/drafts/start-order.ts';
import { submitOrder } from '#db/ordering/drafts/submit-order.ts';
import { updateOrderDraft } from '#db/ordering/drafts/update-order-draft.ts';
import { removeRequisitions } from '#db/ordering/manifest/save-requisitions.ts';
import type { ApiCall, ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { readOrder } from '#sync-server/services/ordering/orders/read-order.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { readDraft, requireDraft } from './read-draft.ts';
import { readinessRoutes } from './readiness-routes.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;

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

/** The calls of customers, or those of staff. */
interface DraftCalls {
  start: typeof calls.startDraft | typeof labCalls.startLabDraft;
  read: typeof calls.readDraft | typeof labCalls.readLabDraft;
  update: typeof calls.updateDraft | typeof labCalls.updateLabDraft;
  acceptDataUse: typeof calls.acceptDataUse | typeof labCalls.acceptLabDataUse;
  removeRequisitions: typeof calls.removeRequisitions | typeof labCalls.removeLabRequisitions;
  chooseSourceSpecimens: typeof calls.chooseSourceSpecimens | typeof labCalls.chooseLabSourceSpecimens;
  submit: typeof calls.submitOrder | typeof labCalls.submitLabOrder;
  discard: typeof calls.discardDraft | typeof labCalls.discardLabDraft;
}

/** Mount the calls of the order wizard. */
const mountDraftCalls = (definitions: DraftCalls): readonly ApiRoute[] => [
  serveCall(definitions.start, async ({ services, session, body }) => {
    const orderId = ulid();
    await executeOperation(engineOf(services), session, startOrder, { ...body, orderId });
    return readDraft(services, session, orderId);
  }),
  serveCall(definitions.read, ({ services, session, params }) => readDraft(services, session, params.id)),
  serveCall(definitions.update, (call) =>
    executeOnDraft(call, updateOrderDraft, { orderId: call.params.id, ...call.body }),
  ),
  serveCall(definitions.acceptDataUse, (call) =>
    executeOnDraft(call, acceptDataUse, { orderId: call.params.id, dataUse: call.body }),
  ),
  serveCall(definitions.removeRequisitions, (call) =>
    executeOnDraft(call, removeRequisitions, { orderId: call.params.id, ...call.body }),
  ),
  serveCall(definitions.chooseSourceSpecimens, (call) =>
    executeOnDraft(call, chooseSourceSpecimens, { orderId: call.params.id, ...call.body }),
  ),
  serveCall(definitions.submit, async ({ services, session, params, body }) => {
    const { id: orderId } = params;
    await requireDraft(services.pool, session, orderId);
    await executeOperation(engineOf(services), session, submitOrder, { orderId, ...body }, {}, (client) =>
      notifyAboutOrder(client, services, session, { orderId, operation: 'submitted' }),
    );
    return readOrder(services.pool, session, orderId);
  }),
  serveCall(definitions.discard, async ({ services, session, params }) => {
    await requireDraft(services.pool, session, params.id);
    await executeOperation(engineOf(services), session, discardDraft, { orderId: params.id });
  }),
];

/** Ordering by customers (`create-order`) and by staff for a customer (`lab/orders`). */
export const draftRoutes: readonly ApiRoute[] = [
  // Before the drafts, whose paths take any id.
  ...readinessRoutes,
  serveCall(calls.signAttestation, (call) =>
    executeOnDraft(call, signAttestation, { orderId: call.params.id, form: call.body }),
  ),
  ...mountDraftCalls({
    start: calls.startDraft,
    read: calls.readDraft,
    update: calls.updateDraft,
    acceptDataUse: calls.acceptDataUse,
    removeRequisitions: calls.removeRequisitions,
    chooseSourceSpecimens: calls.chooseSourceSpecimens,
    submit: calls.submitOrder,
    discard: calls.discardDraft,
  }),
  ...mountDraftCalls({
    start: labCalls.startLabDraft,
    read: labCalls.readLabDraft,
    update: labCalls.updateLabDraft,
    acceptDataUse: labCalls.acceptLabDataUse,
    removeRequisitions: labCalls.removeLabRequisitions,
    chooseSourceSpecimens: labCalls.chooseLabSourceSpecimens,
    submit: labCalls.submitLabOrder,
    discard: labCalls.discardLabDraft,
  }),
];
