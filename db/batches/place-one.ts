import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import { findDisposalBlock } from '#db/samples/disposal-bar.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellPosition } from '#db/values/plate-well.ts';
import { type Batch, batch } from './batch.ts';
import { wasChangedConcurrently } from './changed-concurrently.ts';
import { recordLayoutChange } from './find-batch.ts';
import { lastLayoutChange, laterEdit } from './layout-history.ts';
import { moveSpecimens } from './move-specimens.ts';
import { backToWork, type ConcurrentHold, findConcurrentHold, keepHold } from './place-held.ts';
import { placementProblem } from './placement-problem.ts';
import type { Layout } from './plate-layout.ts';
import { closeTakenWell, loseWell, refuseSeenWell } from './well-taken.ts';

/** One sample in two batches (domain 5.11, case 13). */
export const SAMPLE_IN_TWO_BATCHES = 'SAMPLE_IN_TWO_BATCHES';

/** A batch that may still be laid out, and its requirements. */
export interface Placing {
  batch: Batch;
  procedure: Procedure;
  layout: Layout;
  /** Samples that the batch has already. */
  held: number;
}

/** Return the fields of a sample that say in which well it is. */
export const wellFields = (well: string | null): Pick<Sample, 'plateLocation' | 'batchOrder'> => ({
  plateLocation: well,
  batchOrder: well === null ? null : (wellPosition(well) ?? null),
});

/**
 * Place one sample in a well. A well or sample that another person took concurrently becomes a conflict,
 * never a shift.
 */
export async function placeOne(
  tx: Transaction,
  context: OperationContext,
  placing: Placing,
  row: Sample,
  well: string,
): Promise<RuleResult> {
  const { layout } = placing;
  const later = await laterEdit(tx, context, placing.batch.id, row.id);
  if (later) return later;
  const occupant = layout.get(well);
  const claimant = { kind: 'sample' as const, id: row.id, name: row.barcode };
  if (row.batchId === placing.batch.id) {
    if (occupant && occupant.id !== row.id) {
      await refuseSeenWell(context, placing.batch, well);
      return loseWell(tx, context, placing.batch, claimant, well);
    }
    await closeTakenWell(tx, context, placing.batch.id, row.id, `Put in ${well}`);
    await tx.patch(sample, row.id, wellFields(well));
    return applied;
  }
  if (row.batchId !== null && (await wasChangedConcurrently(context, sample, row.id)))
    return inTwoBatches(tx, context, placing.batch, row, well);
  const disposed = await keepIfDisposed(tx, context, placing.batch, row, well);
  if (disposed) return disposed;
  const concurrentHold = occupant ? null : await findConcurrentHold(tx, context, row);
  const sampleBeforeHold: Sample = concurrentHold ? { ...row, status: 'IN_QUEUE' } : row;
  const problem = await placementProblem(tx, context, { ...placing, sample: sampleBeforeHold });
  if (problem && !problem.override) throw refuse(problem.code, problem.message);
  if (placing.held >= placing.procedure.maxSamples) {
    const text = `Batch ${placing.batch.julianId} takes at most ${placing.procedure.maxSamples} samples.`;
    throw refuse('BATCH_FULL', text);
  }
  if (occupant) {
    await refuseSeenWell(context, placing.batch, well);
    await join(tx, context, placing.batch, row, null);
    return loseWell(tx, context, placing.batch, claimant, well);
  }
  if (concurrentHold) return placeHeld(tx, context, placing, row, well, concurrentHold);
  await join(tx, context, placing.batch, row, well);
  if (!problem) return applied;
  await recordEvent(tx, context, {
    type: 'BATCH_OVERRIDE',
    targetType: 'Batch',
    targetId: placing.batch.id,
    data: { sampleId: row.id, reason: problem.message, by: context.actor.name },
  });
  return warned(problem.code, problem.message);
}

// Another person set the sample aside in the meantime: it stays in its well, flagged, and a lab manager
// decides.
async function placeHeld(
  tx: Transaction,
  context: OperationContext,
  { batch: into }: Placing,
  row: Sample,
  well: string,
  concurrentHold: ConcurrentHold,
): Promise<RuleResult> {
  await join(tx, context, into, await backToWork(tx, context, row, concurrentHold), well);
  await recordPlacing(tx, context, into.id, { id: row.id, barcode: row.barcode, well });
  return keepHold(tx, context, { row, batch: into, well }, concurrentHold);
}

/**
 * Record a placement of a sample that was disposed of in the meantime; null when nothing prevents the
 * placement.
 */
export async function keepIfDisposed(
  tx: Transaction,
  context: OperationContext,
  into: Batch,
  row: Sample,
  well: string,
): Promise<RuleResult | null> {
  const disposalBlock = await findDisposalBlock(tx, context, row, {
    type: 'SAMPLE_STATUS_CHANGED',
    label: `Placed ${row.barcode} in batch ${into.julianId}, ${well}`,
    value: { act: 'USED', batchId: into.id, well },
    data: { from: row.status, to: 'BATCH_ASSIGNED', reason: `Batch ${into.julianId}, ${well}` },
  });
  return disposalBlock && conflicted(disposalBlock.code, disposalBlock.message);
}

/** Take a queued sample into a batch that is being laid out. */
export async function join(
  tx: Transaction,
  context: OperationContext,
  into: Batch,
  row: Sample,
  well: string | null,
): Promise<void> {
  await changeSampleStatus(tx, context, row, 'BATCH_ASSIGNED', {
    fields: { batchId: into.id, ...wellFields(well) },
  });
  const waiting = ['RECEIVED', 'SUPPLEMENTAL', 'RECEIVED_AWAITING_OPTIMAL_BATCH'] as const;
  await moveSpecimens(tx, context, [row], waiting, 'BATCH_ASSIGNED');
}

/** Open the conflict about a sample that two batches claim (domain 5.11, case 13). */
export async function inTwoBatches(
  tx: Transaction,
  context: OperationContext,
  into: Batch,
  row: Sample,
  well: string,
): Promise<RuleResult> {
  const first = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
  const theirs = first ? await lastLayoutChange(tx, first.id, row.plateLocation) : null;
  await openConflict(tx, context, {
    kind: SAMPLE_IN_TWO_BATCHES,
    targetType: 'Sample',
    targetId: row.id,
    batchId: into.id,
    action: `Decide which batch ${row.barcode} is in`,
    mine: {
      label: `${row.barcode} in batch ${into.julianId}, ${well}`,
      value: { batchId: into.id, sampleId: row.id, well },
    },
    theirs: theirs && {
      ...theirs,
      label: [`${row.barcode} in batch ${first?.julianId}`, row.plateLocation].filter(Boolean).join(', '),
      value: { batchId: first?.id ?? null, sampleId: row.id, well: row.plateLocation },
    },
  });
  const text = `${row.barcode} is in batch ${first?.julianId ?? row.batchId} already. A lab manager decides.`;
  return conflicted(SAMPLE_IN_TWO_BATCHES, text);
}

/** Record in the batch's history the well of a sample or control. */
export const recordPlacing = (
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  subject: { barcode: string; id: string; well: string | null },
): Promise<string> => recordLayoutChange(tx, context, batchId, { ...subject });
