import type { OperationContext } from '#db/operation.ts';
import type { Company } from '#db/organizations/company.ts';
import { holdOf } from '#db/specimens/accession-readiness.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { setSamplesAside } from '#db/specimens/held-samples.ts';
import { releaseFrom } from '#db/specimens/release-from.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
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
