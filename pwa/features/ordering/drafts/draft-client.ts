import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import * as ownCalls from '#db/api/ordering/drafts.ts';
import * as labCalls from '#db/api/ordering/lab-drafts.ts';
import * as orderFiles from '#db/api/ordering/order-files.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { call } from '#pwa/api/call.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import { addressEntries } from './draft-entries.ts';

const CUSTOMER_CALLS = {
  start: ownCalls.startDraft,
  read: ownCalls.readDraft,
  update: ownCalls.updateDraft,
  acceptDataUse: ownCalls.acceptDataUse,
  removeRequisitions: ownCalls.removeRequisitions,
  chooseSourceSpecimens: ownCalls.chooseSourceSpecimens,
  attachPurchaseOrder: orderFiles.attachPurchaseOrder,
  submit: ownCalls.submitOrder,
  discard: ownCalls.discardDraft,
};
const LAB_CALLS = {
  start: labCalls.startLabDraft,
  read: labCalls.readLabDraft,
  update: labCalls.updateLabDraft,
  acceptDataUse: labCalls.acceptLabDataUse,
  removeRequisitions: labCalls.removeLabRequisitions,
  chooseSourceSpecimens: labCalls.chooseLabSourceSpecimens,
  attachPurchaseOrder: orderFiles.attachLabPurchaseOrder,
  submit: labCalls.submitLabOrder,
  discard: labCalls.discardLabDraft,
};

/** Return the calls of the wizard: customers have their own; staff have the same calls below their orders. */
export const draftCallsOf = (role: Role) => (may(role, 'create-order:create') ? CUSTOMER_CALLS : LAB_CALLS);

/** Return the calls with which the role reads orders, and the drafts among them. */
export const orderCallsOf = (role: Role) =>
  ORDER_CALLS[may(role, 'lab/orders:read') ? 'lab/orders' : 'orders'];

/** Create an order, and copy from an earlier one what does not depend on the service. */
export async function startOrder(
  role: Role,
  {
    protocolId,
    companyId,
    like,
  }: { protocolId: string; companyId: string | null; like?: string | undefined },
): Promise<string> {
  const calls = draftCallsOf(role);
  const before = like === undefined ? null : await call(calls.read, { params: { id: like } });
  const { order } = await call(calls.start, {
    body: {
      protocolId,
      companyId: before?.order.companyId ?? companyId,
      orderType: before?.offeredOrderTypes.includes(before.order.orderType) ? before.order.orderType : null,
    },
  });
  if (!before) return order.id;
  const params = { id: order.id };
  const { postSequenceOption, packageCount, billingAddress, shippingAddress } = before.order;
  const changes = {
    postSequenceOption,
    packageCount,
    billingAddress: addressEntries(billingAddress),
    shippingAddress: shippingAddress === null ? null : addressEntries(shippingAddress),
  };
  await call(calls.update, { params, body: { seenVersion: order.version, changes } });
  if (before.dataUse?.agreementVersion === AGREEMENT_VERSION) {
    const { agreementTypes, otherText, retentionPeriod } = before.dataUse;
    await call(calls.acceptDataUse, {
      params,
      body: { agreementTypes, otherText, retentionPeriod, agreementVersion: AGREEMENT_VERSION },
    });
  }
  return order.id;
}
