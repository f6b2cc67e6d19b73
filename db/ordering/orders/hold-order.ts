import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Company } from '#db/organizations/company.ts';
import { holdOf } from '#db/specimens/accession/accession-readiness.ts';
import { releaseFrom, setSamplesAside } from '#db/specimens/holding/held-samples.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import type { Order } from './order.ts';
import { OrderReasonArgs, ReleaseOrderArgs } from './order-action-args.ts';
import { openOrderForAction } from './order-actions.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** Hold the received specimens of a held order that are in no batch (domain 4.1). */
export async function holdSpecimensOf(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  reason: string,
): Promise<void> {
  for (const one of await activeSpecimens(tx, orderId)) {
    if (one.status !== 'RECEIVED' && one.status !== 'SUPPLEMENTAL') continue;
    const heldSpecimen = await changeSpecimenStatus(tx, context, one, 'RECEIVED_ON_HOLD', {
      reason,
      fields: { holdReason: reason, statusBeforeHold: one.status },
    });
    await setSamplesAside(tx, context, heldSpecimen, 'RECEIVED_ON_HOLD', reason);
  }
}

/**
 * Release specimens that were held with their order; `held` is the order before. The caller changes its
 * status first.
 */
export async function releaseSpecimensOf(
  tx: Transaction,
  context: OperationContext,
  { heldOrder: heldSpecimen, owner }: { heldOrder: Order; owner: Company },
  reason: string | null,
): Promise<void> {
  // A tube that is on hold for its own reason stays on hold.
  const ofOrder = [heldSpecimen.holdReason, holdOf(heldSpecimen, owner, true)];
  for (const one of await activeSpecimens(tx, heldSpecimen.id))
    if (one.status === 'RECEIVED_ON_HOLD' && ofOrder.includes(one.holdReason))
      await releaseFrom(tx, context, one, reason);
}

/** Put an order on hold: received material that is in no batch waits, batches continue (domain 4.1). */
export const holdOrder = defineOperation({
  name: 'hold-order',
  version: 1,
  kind: 'intent',
  title: 'Put order on hold',
  grant: 'lab/orders:update',
  args: OrderReasonArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason, internalReason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['hold-order']);
    await changeOrderStatus(tx, context, row, 'ON_HOLD', {
      event: 'ORDER_HELD',
      reason,
      internalReason,
      fields: { heldFromStatus: row.status, holdReason: reason },
    });
    await holdSpecimensOf(tx, context, orderId, reason);
    return applied;
  },
});

/** Release an order from hold: it and its specimens continue where they were (domain 4.1). */
export const releaseOrder = defineOperation({
  name: 'release-order',
  version: 1,
  kind: 'intent',
  title: 'Release order',
  grant: 'lab/orders:update',
  args: ReleaseOrderArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason, internalReason }, context) {
    const { row, owner } = await openOrderForAction(tx, context, orderId, ['release-order']);
    await changeOrderStatus(tx, context, row, row.heldFromStatus ?? 'ORDERED', {
      event: 'ORDER_HOLD_RELEASED',
      reason,
      internalReason,
      fields: { heldFromStatus: null, holdReason: null },
    });
    await releaseSpecimensOf(tx, context, { heldOrder: row, owner }, reason);
    await deriveOrderStatus(tx, context, orderId);
    return applied;
  },
});
