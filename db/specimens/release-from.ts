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

/** Return why the order or the account of a specimen is on hold now; null when neither is. */
export async function currentHold(tx: Transaction, row: Specimen): Promise<string | null> {
  const of = await tx.get(order, row.orderId);
  return of ? holdOf(of, await tx.get(company, of.companyId), row.paidFor) : null;
}

/**
 * Return the status after a release: an aliquot is still to be fetched, the tube of a protocol that fills a
 * run waits for an optimal batch (domain D34) until it is released from there, any other goes to work.
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

/** Release a specimen: to work again, or on hold while its order or account is on hold. */
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

/**
 * Put a specimen on hold that would continue while its order or account is on hold; undefined when neither
 * is.
 */
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
