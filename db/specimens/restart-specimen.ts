import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { SuffixLetter } from '#db/batches/batch-numbering.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { isOpen } from '#db/samples/failing/fail-one.ts';
import { NOT_ENOUGH_MATERIAL, requeueFrom } from '#db/samples/requeue-one.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { changeSampleStatus, SAMPLE_LIFECYCLE } from '#db/samples/sample-lifecycle.ts';
import { repeatProblem } from '#db/samples/usable-problem.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { InternalReason, Reason } from '#db/values/reason.ts';
import { firstStageMaterial } from './first-stage-material.ts';
import { holdWithOrder } from './holding/held-samples.ts';
import { type Specimen, specimen, specimenOf } from './specimen.ts';
import { changeSpecimenStatus } from './specimen-lifecycle.ts';
import { SPECIMEN_STATUS } from './specimen-status.ts';
import { stopFailedSpecimen, withdrawSample } from './withdraw-specimen.ts';

/** The material with which a specimen restarts. */
export const RestartFrom = z.enum(['MATERIAL_ON_HAND', 'REPLACEMENT']);
export type RestartFrom = z.infer<typeof RestartFrom>;

/** Statuses from which work can restart; a specimen that was reset by a recall needs nothing else. */
export const RESTARTABLE: readonly Specimen['status'][] = [
  'FAILED_QC',
  'IN_PROGRESS',
  'BATCH_ASSIGNED',
  'RESET',
];

/**
 * Restart a specimen from its first stage (domain 4.2): its samples in work are reset, and it is queued anew
 * from the material on hand, or the customer is asked for a replacement.
 */
export const restartSpecimen = defineOperation({
  name: 'restart-specimen',
  version: 1,
  kind: 'intent',
  title: 'Restart specimen',
  grant: 'lab/specimens:update',
  args: z.strictObject({
    specimenId: Id,
    from: RestartFrom,
    reason: Reason,
    childSuffixLetter: SuffixLetter,
    /** The samples in work that the person abandons, as far as they know; null from old devices. */
    sampleIds: z.array(Id).max(200).nullable().default(null),
  }),
  subjects: ({ specimenId }) => [specimenId],
  async run(tx, { specimenId, from, reason, childSuffixLetter, sampleIds }, context) {
    requireCapability(context, 'restartSpecimens');
    const row = await specimenOf(tx, specimenId);
    const all = await tx.find(sample, { specimenId });
    const hasProgressed = all.some(
      (one) => sampleIds?.includes(one.id) && PROGRESSED_STATUSES.includes(one.status),
    );
    await assertRestartable(context, row, hasProgressed);
    for (const one of all) await assertMayRepeat(tx, context, one);
    const material = from === 'REPLACEMENT' ? null : await firstStageMaterial(tx, specimenId);
    if (from === 'MATERIAL_ON_HAND' && !material) throw refuse('NOT_ENOUGH_MATERIAL', NOT_ENOUGH_MATERIAL);
    for (const one of all) await endSample(tx, context, one, reason);
    const fields = { failureReason: null, failureNotes: null };
    const reset = await changeSpecimenStatus(tx, context, row, 'RESET', {
      event: 'SPECIMEN_RESET',
      reason,
      fields,
    });
    if (material) {
      const attempt = Math.max(...all.map((one) => one.attempt)) + 1;
      await requeueFrom(tx, context, material, { attempt, suffixLetter: childSuffixLetter });
      await holdWithOrder(tx, context, await changeSpecimenStatus(tx, context, reset, 'RECEIVED'));
    } else
      await changeSpecimenStatus(tx, context, reset, 'ORDERED', {
        reason: 'A replacement is requested',
        fields: { receivedAt: null },
      });
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});

// Samples that came through their batch, or were repeated with it, are no longer in work.
const PROGRESSED_STATUSES: readonly SampleStatus[] = ['COMPLETED', 'DEPLETED', 'RESET'];

/** List the samples that a restart abandons, of those that a person sees. */
export const samplesInWork = (samples: readonly Sample[]): Sample[] =>
  samples.filter(({ status }) => isOpen({ status }));

// A person who abandons running work must have seen its progress.
async function assertRestartable(
  context: OperationContext,
  row: Specimen,
  hasProgressed: boolean,
): Promise<void> {
  if (!RESTARTABLE.includes(row.status))
    throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(SPECIMEN_STATUS, row.status, 'RESET'));
  if (hasProgressed || (await context.changedSinceSeen(specimen, row.id)))
    throw refuse(
      'CHANGED',
      `Specimen ${row.julianId ?? row.requisitionNumber} has changed meanwhile. Review it and decide again.`,
    );
}

async function assertMayRepeat(tx: Transaction, context: OperationContext, row: Sample): Promise<void> {
  if (row.status !== 'FAILED_QC') return;
  const repeatIssue = await repeatProblem(tx, context.actor.role, row);
  if (repeatIssue) throw refuse(repeatIssue.code, repeatIssue.message);
}

async function endSample(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  reason: string,
): Promise<void> {
  // A tube that was found destroyed is not open; it keeps its status, so that nobody begins with it.
  if (row.status === 'FAILED_VISUAL_INSPECTION') return;
  // A sample that awaits the approval of its batch is open: it is reset as if it had been approved already.
  const isWaitingOnHold = row.status === 'RECEIVED_ON_HOLD' && row.parentSampleId !== null;
  const open = isWaitingOnHold ? await changeSampleStatus(tx, context, row, 'IN_QUEUE', { reason }) : row;
  const next = SAMPLE_LIFECYCLE[open.status];
  if (next.includes('RESET')) await withdrawSample(tx, context, open, reason, 'RESET');
  else if (next.includes('CANCELED')) await withdrawSample(tx, context, open, reason);
}

/**
 * Stop the work on a failed specimen for good (domain 4.2). The reason of the failure decides whether it is
 * charged (8.4); the customer and the planners get an email.
 */
export const stopSpecimen = defineOperation({
  name: 'stop-specimen',
  version: 1,
  kind: 'intent',
  title: 'Stop work on specimen',
  grant: 'lab/specimens:update',
  args: z.strictObject({ specimenId: Id, reason: Reason, internalReason: InternalReason }),
  subjects: ({ specimenId }) => [specimenId],
  async run(tx, { specimenId, reason, internalReason }, context) {
    requireCapability(context, 'stopSpecimens');
    const row = await specimenOf(tx, specimenId);
    await stopFailedSpecimen(tx, context, row, reason, internalReason);
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});
