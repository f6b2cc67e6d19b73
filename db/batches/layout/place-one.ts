import { type Batch, batch } from '#db/batches/batch.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { personName, recordLayoutChange } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { event, INTERNAL_REASON } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { findDisposalBlock } from '#db/samples/disposing/disposal-bar.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { currentHold, requeueSamples } from '#db/specimens/holding/held-samples.ts';
import { type Hold, holdInWork, placedVersion } from '#db/specimens/holding/hold-in-work.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellPosition } from '#db/values/plate-well.ts';
import { lastLayoutChange, laterEdit } from './layout-history.ts';
import { moveSpecimens } from './move-specimens.ts';
import { placementProblem } from './placement-problem.ts';
import type { Layout } from './plate-layout.ts';
import { closeTakenWell, loseWell, refuseSeenWell } from './well-taken.ts';

const SET_ASIDE: readonly SpecimenStatus[] = [
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'ACTION_REQUIRED',
];

/** A sample whose specimen another person set aside, and how. */
interface ConcurrentHold {
  owner: Specimen;
  hold: Hold;
}

/**
 * Return whether another person set a sample aside without this person being able to know. A sample on hold
 * with its whole order or account is not placed: that decision covers all of it.
 */
async function findConcurrentHold(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
): Promise<ConcurrentHold | null> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (!owner || owner.status !== row.status || !SET_ASIDE.includes(owner.status)) return null;
  if (!(await wasChangedConcurrently(context, sample, row.id)) || (await currentHold(tx, owner))) return null;
  const history = await tx.find(event, { targetId: owner.id });
  const last = history
    .filter((one) => one.data['to'] === owner.status)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1);
  const reason = last?.data['reason'];
  if (!last || typeof reason !== 'string') return null;
  const { userId, occurredAt } = last;
  const name = await personName(tx, userId);
  const note = last.data[INTERNAL_REASON];
  const internalReason = typeof note === 'string' ? note : null;
  return { owner, hold: { status: owner.status, reason, internalReason, userId, name, occurredAt } };
}

const NOT_HELD = {
  holdReason: null,
  statusBeforeHold: null,
  actionRequiredText: null,
  actionRequiredSince: null,
} as const;

/** Put a sample that was set aside back to work as the person saw it; the conflict keeps the hold. */
async function backToWork(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  { owner }: ConcurrentHold,
): Promise<Sample> {
  const released = await changeSpecimenStatus(tx, context, owner, 'RECEIVED', {
    reason: 'Placed in a batch by somebody who did not know of it',
    fields: NOT_HELD,
    customerVisible: false,
  });
  await requeueSamples(tx, context, released);
  return (await tx.get(sample, row.id)) ?? row;
}

/** Open the conflict about a sample that was placed although it had been set aside. */
async function keepHold(
  tx: Transaction,
  context: OperationContext,
  placement: { row: Sample; batch: Batch; well: string },
  { owner, hold }: ConcurrentHold,
): Promise<RuleResult> {
  const { userId, name } = context.actor;
  const by = { userId, name, occurredAt: context.occurredAt };
  const theirs = placedVersion(by, placement.row, placement.batch, placement.well);
  const now = (await tx.get(specimen, owner.id)) ?? owner;
  return holdInWork(tx, context, now, hold, { batch: placement.batch, theirs });
}

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
