import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { holdOf } from '#db/specimens/accession/accession-readiness.ts';
import { chooseFlow, firstStage, pinnedProcedures } from '#db/specimens/choose-flow.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';

/** Statuses of samples that mirror their specimen: no bench work has begun. */
export const MIRRORING_STATUSES: readonly SampleStatus[] = [
  'RECEIVED',
  'IN_QUEUE',
  'SUPPLEMENTAL',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
];

/** List the samples of a specimen that follow it when it is set aside or released. */
export const mirroringSamples = async (tx: Transaction, specimenId: string): Promise<Sample[]> => {
  const samples = await tx.find(sample, { specimenId });
  return samples.filter((one) => MIRRORING_STATUSES.includes(one.status));
};

/** Take a specimen's samples out of the queue with it. */
export async function setSamplesAside(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  to: SpecimenStatus,
  reason: string | null,
): Promise<void> {
  for (const one of await mirroringSamples(tx, row.id))
    await changeSampleStatus(tx, context, one, to, { reason });
}

// The specimen may have continued with another tube: the aliquot's own history has its earlier status.
async function wasAwaited(tx: Transaction, { id }: Sample): Promise<boolean> {
  const changes = (await tx.find(event, { targetId: id }))
    .filter(({ data }) => typeof data['to'] === 'string' && data['to'] !== data['from'])
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const lastChange = changes.findLast(
    ({ data }) => data['from'] === 'SUPPLEMENTAL' || data['from'] === 'IN_QUEUE',
  );
  return lastChange?.data['from'] === 'SUPPLEMENTAL' && lastChange.data['to'] !== 'IN_QUEUE';
}

/**
 * Return a specimen's samples: into the queue of their stage, RECEIVED while no flow fits, or to wait with it
 * for a run.
 */
export async function requeueSamples(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
): Promise<void> {
  for (const one of await mirroringSamples(tx, row.id)) {
    // An aliquot that nobody has taken yet is still awaited.
    if (one.initialVolume === null && (row.status === 'SUPPLEMENTAL' || (await wasAwaited(tx, one)))) {
      await changeSampleStatus(tx, context, one, 'SUPPLEMENTAL');
      continue;
    }
    const flow = one.stage === null ? await chooseFlow(tx, row) : undefined;
    const stage = one.stage ?? (flow ? firstStage(flow) : null);
    const isAwaitingBatch = row.status === 'RECEIVED_AWAITING_OPTIMAL_BATCH';
    const to: SampleStatus = isAwaitingBatch ? row.status : stage === null ? 'RECEIVED' : 'IN_QUEUE';
    const fields = flow ? { stage, ...pinnedProcedures(flow) } : {};
    await changeSampleStatus(tx, context, one, to, { fields });
  }
}

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
