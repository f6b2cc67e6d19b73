import type { OperationContext } from '#db/operation.ts';
import type { Company } from '#db/organizations/company.ts';
import { holdOf } from '#db/specimens/accession-readiness.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { setSamplesAside } from '#db/specimens/held-samples.ts';
import { releaseFrom } from '#db/specimens/release-from.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import { liveSpecimens } from './specimens-of-order.ts';

/** What of a held order has been received and is in no batch waits with it (domain 4.1). */
export async function holdSpecimensOf(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  reason: string,
): Promise<void> {
  for (const one of await liveSpecimens(tx, orderId)) {
    if (one.status !== 'RECEIVED' && one.status !== 'SUPPLEMENTAL') continue;
    const held = await changeSpecimenStatus(tx, context, one, 'RECEIVED_ON_HOLD', {
      reason,
      fields: { holdReason: reason, statusBeforeHold: one.status },
    });
    await setSamplesAside(tx, context, held, 'RECEIVED_ON_HOLD', reason);
  }
}

/** Specimens that were held with their order go on; `held` is the order as it was. Its own status is changed before. */
export async function releaseSpecimensOf(
  tx: Transaction,
  context: OperationContext,
  { held, owner }: { held: Order; owner: Company },
  reason: string | null,
): Promise<void> {
  // A tube that somebody holds for a reason of its own stays where it is.
  const ofOrder = [held.holdReason, holdOf(held, owner, true)];
  for (const one of await liveSpecimens(tx, held.id))
    if (one.status === 'RECEIVED_ON_HOLD' && ofOrder.includes(one.holdReason))
      await releaseFrom(tx, context, one, reason);
}
