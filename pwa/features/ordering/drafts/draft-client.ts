import type { z } from 'zod';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import * as calls from '#db/api/ordering/drafts.ts';
import * as labCalls from '#db/api/ordering/lab-drafts.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { OrderPage } from '#db/ordering/orders/listed-order.ts';
import { type ListedService, ServicePage } from '#db/ordering/services/shown-service.ts';
import { callApi } from '#pwa/api/client.ts';

const CUSTOMER_CALLS = {
  start: calls.startDraft,
  read: calls.readDraft,
  update: calls.updateDraft,
  acceptDataUse: calls.acceptDataUse,
  removeRequisitions: calls.removeRequisitions,
  chooseSourceSpecimens: calls.chooseSourceSpecimens,
  submit: calls.submitOrder,
  discard: calls.discardDraft,
};
const LAB_CALLS = {
  start: labCalls.startLabDraft,
  read: labCalls.readLabDraft,
  update: labCalls.updateLabDraft,
  acceptDataUse: labCalls.acceptLabDataUse,
  removeRequisitions: labCalls.removeLabRequisitions,
  chooseSourceSpecimens: labCalls.chooseLabSourceSpecimens,
  submit: labCalls.submitLabOrder,
  discard: labCalls.discardLabDraft,
};

const ordersOwn = (role: Role): boolean => may(role, 'create-order:create');

/** Return the calls of the wizard: customers have their own; staff have the same calls below their orders. */
export const draftCallsOf = (role: Role) => (ordersOwn(role) ? CUSTOMER_CALLS : LAB_CALLS);

/** Load the services that can be ordered. */
export const readServices = async (signal: AbortSignal): Promise<ListedService[]> => {
  const { rows } = await callApi({
    path: '/api/lab/services',
    query: { status: 'LIVE', limit: 500 },
    answer: ServicePage,
    signal,
  });
  return rows.filter(({ status }) => status === 'LIVE');
};

/** Load unsubmitted drafts, newest first. */
export const readDrafts = (role: Role, signal: AbortSignal): Promise<z.infer<typeof OrderPage>> =>
  callApi({
    path: may(role, 'lab/orders:read') ? '/api/lab/orders' : '/api/orders',
    query: { status: 'DRAFT', sort: 'createdAt:desc', limit: 20 },
    answer: OrderPage,
    signal,
  });

/** Attach an uploaded file as the purchase order of a draft, or remove it with null. */
export const attachPurchaseOrder = (role: Role, id: string, fileId: string | null): Promise<ShownDraft> =>
  callApi({
    path: `${ordersOwn(role) ? '/api/create-order' : '/api/lab/orders/drafts'}/${id}/purchase-order`,
    method: 'POST',
    data: { fileId },
    answer: ShownDraft,
  });
