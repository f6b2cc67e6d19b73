import type { Batch } from '#db/batches/batch.ts';
import { personName, recordLayoutChange } from '#db/batches/find-batch.ts';
import { wellsLeftByFailure } from '#db/batches/layout/layout-history.ts';
import { LEFT_FAILED } from '#db/batches/layout/leave-layout.ts';
import { moveSpecimens } from '#db/batches/layout/move-specimens.ts';
import type { StartedWell } from '#db/batches/starting/started-layout.ts';
import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { type Failure, failedStatus, failOne, liveReplicates } from '#db/samples/failing/fail-one.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { leadSpecimenTo } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellPosition } from '#db/values/plate-well.ts';

/** A sample as it was when a start put it back on its plate. */
export type FailedBeforeStart = Sample & { failedAt: string };

const FAILED: readonly SampleStatus[] = ['FAILED_VISUAL_INSPECTION', 'FAILED_BATCH_DUPLICATE'];

/**
 * Put back on a plate what its starter pipetted without knowing that it had failed and left the layout
 * (domain 5.11, cases 23 and 29). Returns the failed samples: `failStarted` fails them again once they are in
 * work, as if the start had come first.
 */
export async function putBackFailed(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  wells: readonly StartedWell[],
): Promise<FailedBeforeStart[]> {
  if (row.status !== 'NOT_STARTED') return [];
  const vacatedWells = await wellsLeftByFailure(tx, row.id, LEFT_FAILED);
  const refilledWells = wells.flatMap((one) => (vacatedWells.has(one.sampleId ?? '') ? [one] : []));
  const failed: FailedBeforeStart[] = [];
  for (const { sampleId, wellLocation, dnaBarcode } of refilledWells) {
    const sampleRow = await tx.get(sample, sampleId ?? '');
    if (!sampleRow || sampleRow.deleted || sampleRow.batchId !== null) continue;
    const { failedAt } = sampleRow;
    const isFailed = FAILED.includes(sampleRow.status) && failedAt !== null;
    // Its duplicates left the layout with it.
    const isDuplicate = sampleRow.status === 'CANCELED' && sampleRow.duplicateOfSampleId !== null;
    if (!isFailed && !isDuplicate) continue;
    if (isFailed) failed.push({ ...sampleRow, failedAt });
    const well = vacatedWells.get(sampleRow.id) ?? wellLocation;
    await tx.patch(sample, sampleRow.id, {
      ...{ status: 'BATCH_ASSIGNED', batchId: row.id, plateLocation: well },
      ...{ batchOrder: wellPosition(well) ?? null, dnaBarcode: dnaBarcode ?? sampleRow.dnaBarcode },
      ...{ failureReason: null, failureNotes: null, failedAt: null, failedById: null },
    });
    const reason = `Pipetted when batch ${row.julianId} started`;
    await recordLayoutChange(tx, context, row.id, {
      id: sampleRow.id,
      barcode: sampleRow.barcode,
      well,
      reason,
    });
    if (sampleRow.duplicateOfSampleId === null) await takeSpecimenBack(tx, context, sampleRow);
  }
  return failed.sort((a, b) => (a.failedAt < b.failedAt ? -1 : 1));
}

async function takeSpecimenBack(tx: Transaction, context: OperationContext, row: Sample): Promise<void> {
  await moveSpecimens(tx, context, [row], ['RECEIVED', 'SUPPLEMENTAL'], 'BATCH_ASSIGNED');
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (!owner || owner.failureReason !== row.failureReason || owner.failureNotes !== row.failureNotes) return;
  const cleared = { failureReason: null, failureNotes: null };
  if (owner.status === 'FAILED_QC')
    await leadSpecimenTo(tx, context, owner, 'IN_PROGRESS', { fields: cleared });
  else if (owner.status === 'ACTION_REQUIRED' && owner.actionRequiredSince === row.failedAt) {
    const fields = { ...cleared, actionRequiredText: null, actionRequiredSince: null };
    await leadSpecimenTo(tx, context, owner, 'BATCH_ASSIGNED', { fields });
  } else return;
  await deriveOrderStatus(tx, context, owner.orderId);
}

/**
 * Fail in work the samples that had failed before their start was known: by the same person, at the same
 * time, for the same reason.
 */
export async function failStarted(
  tx: Transaction,
  context: OperationContext,
  failed: readonly FailedBeforeStart[],
): Promise<void> {
  for (const { id, failureReason, failureNotes, failedAt, failedById } of failed) {
    const row = await tx.get(sample, id);
    if (!row || failureReason === null) continue;
    const failure: Failure = { reason: failureReason, notes: failureNotes };
    const name = await personName(tx, failedById);
    const actor = { ...context.actor, userId: failedById ?? context.actor.userId, name };
    const hasActiveReplicate = (await liveReplicates(tx, row)).length > 0;
    const then = { ...context, occurredAt: failedAt, actor };
    await failOne(tx, then, row, failedStatus(row, hasActiveReplicate), failure, false);
  }
}

/** Return the sentence for the starter of a plate with failed samples. */
export async function formatFailedBeforeStart(
  tx: Transaction,
  failed: readonly FailedBeforeStart[],
): Promise<string> {
  const names: string[] = [];
  for (const { barcode, failedById } of failed)
    names.push(`${barcode} by ${await personName(tx, failedById)}`);
  return `Failed before you knew, and counted as failed in work: ${names.join(', ')}.`;
}
