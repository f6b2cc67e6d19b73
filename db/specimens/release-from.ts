import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { holdOf } from './accession-readiness.ts';
import { changeSpecimenStatus } from './change-specimen-status.ts';
import { requeueSamples, setSamplesAside } from './held-samples.ts';
import type { Specimen } from './specimen.ts';
import type { SpecimenStatus } from './specimen-status.ts';

/** Why the order or the account of a specimen is on hold now; null while neither is. */
export async function currentHold(tx: Transaction, row: Specimen): Promise<string | null> {
  const of = await tx.get(order, row.orderId);
  return of ? holdOf(of, await tx.get(company, of.companyId), row.paidFor) : null;
}

/**
 * Where a released specimen goes on: an aliquot is still to be fetched, the tube of a protocol that fills a run waits for
 * an optimal batch (domain D34) until it is released from there, any other is worked on.
 */
async function statusAfterRelease(
  tx: Transaction,
  { status, statusBeforeHold, protocolId }: Specimen,
): Promise<SpecimenStatus> {
  if (status === 'RECEIVED_ON_HOLD' && statusBeforeHold === 'SUPPLEMENTAL') return 'SUPPLEMENTAL';
  if (status === 'RECEIVED_AWAITING_OPTIMAL_BATCH') return 'RECEIVED';
  const fillsRun = (await tx.get(protocol, protocolId))?.collectToFillRun === true;
  return fillsRun ? 'RECEIVED_AWAITING_OPTIMAL_BATCH' : 'RECEIVED';
}

/** Takes a specimen out of where it was set aside: to work again, or on hold when its order or account is held. */
export async function releaseFrom(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  reason: string | null,
): Promise<Specimen> {
  const released = await changeSpecimenStatus(tx, context, row, await statusAfterRelease(tx, row), {
    event: 'SPECIMEN_RELEASED',
    reason,
    fields: { holdReason: null, statusBeforeHold: null, actionRequiredText: null, actionRequiredSince: null },
  });
  const isHeldWithOrder = await holdWithOrder(tx, context, released);
  if (!isHeldWithOrder) await requeueSamples(tx, context, released);
  return isHeldWithOrder ?? released;
}

/** Holds a specimen that would go on while its order or account is held; undefined when nothing holds it. */
export async function holdWithOrder(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
): Promise<Specimen | undefined> {
  const hold = await currentHold(tx, row);
  if (!hold) return undefined;
  const isHeldWithOrder = await changeSpecimenStatus(tx, context, row, 'RECEIVED_ON_HOLD', {
    reason: hold,
    fields: { holdReason: hold, statusBeforeHold: row.status },
  });
  await setSamplesAside(tx, context, isHeldWithOrder, 'RECEIVED_ON_HOLD', hold);
  return isHeldWithOrder;
}
