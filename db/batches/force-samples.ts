import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Failure, failOne } from '#db/samples/failing/fail-one.ts';
import { followOverturn } from '#db/samples/failing/overturn-completed.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import { drawInput, returnInput } from './batch-volume.ts';
import { plateOf } from './find-batch.ts';
import { moveSpecimens } from './layout/move-specimens.ts';
import { releaseSample } from './layout/release-sample.ts';

/** Write a status that the table of transitions does not list, with its event. */
export async function forceSample(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  to: SampleStatus,
  reason: string,
  fields: Partial<Sample> = {},
): Promise<Sample> {
  const next = await tx.patch(sample, row.id, { ...fields, status: to });
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.status, to, reason },
  });
  return next;
}

/**
 * Start the placed samples of a batch without its start conditions: volumes are drawn, tubes without a well
 * go back to the queue.
 */
export async function forceStart(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  method: Procedure,
  reason: string,
): Promise<void> {
  const { samples } = await plateOf(tx, row.id);
  const assigned = samples.filter((one) => one.status === 'BATCH_ASSIGNED');
  const placedSamples = assigned.filter((one) => one.plateLocation !== null);
  if (placedSamples.length === 0) throw refuse('TOO_FEW_SAMPLES', 'Place at least 1 sample.');
  for (const one of assigned.filter((other) => other.plateLocation === null))
    await releaseSample(tx, context, one, reason);
  for (const one of placedSamples) {
    await drawInput(tx, context, row, method, one);
    await forceSample(tx, context, one, 'IN_PROGRESS', reason);
  }
  await moveSpecimens(tx, context, placedSamples, ['BATCH_ASSIGNED'], 'IN_PROGRESS');
}

/** Reset a batch to unstarted: drawn volumes are returned, and the samples keep their wells. */
export async function undoStart(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  method: Procedure,
  reason: string,
): Promise<void> {
  const { samples } = await plateOf(tx, row.id);
  for (const one of samples.filter((other) => other.status === 'IN_PROGRESS')) {
    await returnInput(tx, context, row, method, one, reason);
    await forceSample(tx, context, one, 'BATCH_ASSIGNED', reason);
    await followUndo(tx, context, one, reason);
  }
}

const AT_WORK: readonly SampleStatus[] = ['IN_PROGRESS', 'COMPLETED', 'DEPLETED'];

// A specimen whose earlier stage is done, or whose other tube is in work, stays in progress (domain 4.2).
async function followUndo(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string,
): Promise<void> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (owner?.status !== 'IN_PROGRESS') return;
  const tubes = await tx.find(sample, { specimenId: owner.id });
  if (tubes.some((one) => AT_WORK.includes(one.status))) return;
  await forceSpecimen(tx, context, owner, 'BATCH_ASSIGNED', reason);
  await deriveOrderStatus(tx, context, owner.orderId);
}

async function forceSpecimen(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  to: SpecimenStatus,
  reason: string,
): Promise<void> {
  await tx.patch(specimen, row.id, { status: to });
  await recordEvent(tx, context, {
    type: 'SPECIMEN_STATUS_CHANGED',
    targetType: 'Specimen',
    targetId: row.id,
    data: { from: row.status, to, reason },
  });
}

/** Fail the samples of a batch that are in work; those of a batch that never started go back to the queue. */
export async function forceFailure(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  failure: Failure,
): Promise<void> {
  const { samples } = await plateOf(tx, row.id);
  for (const one of samples) {
    const to = one.duplicateOfSampleId === null ? 'FAILED_QC' : 'FAILED_BATCH_DUPLICATE';
    if (one.status === 'IN_PROGRESS') await failOne(tx, context, one, to, failure, false);
    else if (one.status === 'BATCH_ASSIGNED') await releaseSample(tx, context, one, failure.notes);
  }
}

const GOING_ON: readonly SpecimenStatus[] = ['FAILED_QC', 'IN_PROGRESS', 'BATCH_ASSIGNED'];

/** Put the samples that failed with their batch back to work; separate failures and later decisions stay. */
export async function restoreFailed(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  reason: string,
): Promise<void> {
  const failingOperationId = await failingOperation(tx, row);
  if (failingOperationId === null) return;
  const { samples } = await plateOf(tx, row.id);
  for (const one of samples) {
    if (one.status !== 'FAILED_QC' && one.status !== 'FAILED_BATCH_DUPLICATE') continue;
    const history = await tx.find(event, { targetId: one.id });
    if (
      !history.some(
        ({ type, data }) => type === 'SAMPLE_FAILED' && data['operationId'] === failingOperationId,
      )
    )
      continue;
    const owner = one.specimenId === null ? undefined : await tx.get(specimen, one.specimenId);
    if (owner && !GOING_ON.includes(owner.status)) continue;
    const cleared = { failureReason: null, failureNotes: null, failedAt: null, failedById: null };
    await forceSample(tx, context, one, 'IN_PROGRESS', reason, cleared);
    if (owner && one.status === 'FAILED_QC') await followOverturn(tx, context, owner, reason);
  }
}

/** Return the operation by which a batch failed last. */
async function failingOperation(tx: Transaction, row: Batch): Promise<string | null> {
  const failed = (await tx.find(event, { targetId: row.id })).filter(
    ({ type, data }) =>
      type === 'BATCH_FAILED' ||
      (type === 'BATCH_OVERRIDE' &&
        (data['from'] === 'IN_PROGRESS' || data['from'] === 'NOT_STARTED') &&
        (data['to'] === 'FAILED' || data['to'] === 'FAILED_QC')),
  );
  const last = failed.toSorted((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1)).at(-1);
  return typeof last?.data['operationId'] === 'string' ? last.data['operationId'] : null;
}
