import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { type Batch, batch } from '#db/batches/batch.ts';
import { drawInput, returnInput } from '#db/batches/batch-volume.ts';
import { procedureOf, recordLayoutChange } from '#db/batches/find-batch.ts';
import { OFF_PLATE } from '#db/batches/layout/release-sample.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { isEndPlace, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { OverrideReason } from '#db/values/reason.ts';
import { failOne } from './failing/fail-one.ts';
import { FailedSampleReason } from './failing/failed-sample-reason.ts';
import { followOverturn } from './failing/overturn-completed.ts';
import { sampleOf } from './find-sample.ts';
import { retainedDnaBarcode, SAMPLE_STATUS, type Sample, type SampleStatus, sample } from './sample.ts';

/**
 * Statuses between which a sample may be forced: ended samples stay ended, and before receipt the specimen
 * decides.
 */
const SAMPLE_OVERRIDE_TO = [
  'RECEIVED',
  'SUPPLEMENTAL',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
  'COMPLETED',
] as const satisfies readonly SampleStatus[];
export type SampleOverrideTo = (typeof SAMPLE_OVERRIDE_TO)[number];

/** List the statuses to which a sample of this status may be forced. */
export const sampleOverridesFrom = (status: SampleStatus): readonly SampleOverrideTo[] =>
  SAMPLE_OVERRIDE_TO.some((one) => one === status) ? SAMPLE_OVERRIDE_TO.filter((to) => to !== status) : [];

/** The statuses that a sample has only in a batch. */
const IN_BATCH = ['BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED'] as const satisfies readonly SampleStatus[];

/** Check whether a sample has this status only in a batch. */
const isInBatch = (status: SampleStatus): boolean => IN_BATCH.some((one) => one === status);

/**
 * Force a sample into another status that is not final, with a reason; well, volume and specimen follow. A
 * sample of a batch with a signed section may fail or be completed, but cannot leave the batch. Online only.
 */
export const overrideSample = defineOperation({
  name: 'override-sample',
  version: 1,
  kind: 'intent',
  title: 'Override sample status',
  grant: 'lab/samples:update',
  args: z.strictObject({
    sampleId: Id,
    status: z.enum(SAMPLE_OVERRIDE_TO),
    reason: OverrideReason,
    failureReason: FailedSampleReason.nullable().default(null),
  }),
  subjects: ({ sampleId }) => [sampleId],
  async run(tx, { sampleId, status: to, reason, failureReason }, context) {
    requireCapability(context, 'overrideMaterial');
    const row = await sampleOf(tx, sampleId);
    const at = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
    await assertPossible(tx, row, to, at);
    if (to === 'FAILED_QC' && failureReason === null)
      throw refuse('FAILURE_REASON_REQUIRED', 'Choose why the sample fails.');
    await recordEvent(tx, context, {
      type: 'SAMPLE_OVERRIDE',
      targetType: 'Sample',
      targetId: row.id,
      data: { from: row.status, to, reason, by: context.actor.name },
    });
    await tx.patch(sample, row.id, { overrideReason: reason });
    if (to === 'FAILED_QC' && failureReason !== null) {
      await failOne(tx, context, row, to, { reason: failureReason, notes: reason }, false);
      return applied;
    }
    await moveSample(tx, context, row, to, at, reason);
    return applied;
  },
});

async function assertPossible(
  tx: Transaction,
  row: Sample,
  to: SampleOverrideTo,
  at: Batch | undefined,
): Promise<void> {
  if (row.status === to) throw refuse('NOTHING_CHANGED', 'The sample has this status already.');
  if (!sampleOverridesFrom(row.status).includes(to))
    throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(SAMPLE_STATUS, row.status, to));
  const place =
    row.storageLocationId === null ? undefined : await tx.get(storageManagement, row.storageLocationId);
  if (place && isEndPlace(place.type))
    throw refuse('DISPOSED', `Sample ${row.barcode} has left the lab; its status stays.`);
  if (to === 'IN_QUEUE' && row.stage === null)
    throw refuse('NO_STAGE', `No flow fits sample ${row.barcode}; it cannot wait in a queue.`);
  const batchStatus =
    to === 'BATCH_ASSIGNED' ? 'NOT_STARTED' : to === 'COMPLETED' ? 'COMPLETED' : 'IN_PROGRESS';
  if (isInBatch(to) && at?.status !== batchStatus)
    throw refuse(
      'NO_BATCH',
      `Sample ${row.barcode} is in no batch in which it could be ${SAMPLE_STATUS[to].label}.`,
    );
  if (row.status !== 'FAILED_QC' && row.status !== 'IN_PROGRESS' && row.status !== 'COMPLETED') return;
  if (!at || isInBatch(to) || to === 'FAILED_QC') return;
  const sections = await tx.find(assignedSection, { batchId: at.id });
  const signatures = await tx.find(signature, { targetId: sections.map(({ id }) => id) });
  if (signatures.length > 0)
    throw refuse(
      'SECTION_SIGNED',
      `Batch ${at.julianId} has signed sections; sample ${row.barcode} stays in it. Fail it instead.`,
    );
}

async function moveSample(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  to: SampleOverrideTo,
  at: Batch | undefined,
  reason: string,
): Promise<void> {
  const leavesBatch = at !== undefined && !isInBatch(to);
  const started = row.status === 'IN_PROGRESS' || row.status === 'FAILED_QC';
  const method = at === undefined ? undefined : await procedureOf(tx, at);
  if (at && method && started && (leavesBatch || to === 'BATCH_ASSIGNED'))
    await returnInput(tx, context, at, method, row, reason);
  if (at && method && to === 'IN_PROGRESS' && row.status === 'BATCH_ASSIGNED')
    await drawInput(tx, context, at, method, row);
  const cleared = { failureReason: null, failureNotes: null, failedAt: null, failedById: null };
  await tx.patch(sample, row.id, {
    ...(row.status === 'FAILED_QC' ? cleared : {}),
    ...(leavesBatch ? { ...OFF_PLATE, dnaBarcode: retainedDnaBarcode(row) } : {}),
    status: to,
  });
  if (leavesBatch)
    await recordLayoutChange(tx, context, at.id, { id: row.id, barcode: row.barcode, well: null, reason });
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (!owner) return;
  if (row.status === 'FAILED_QC') await followOverturn(tx, context, owner, reason);
  await deriveOrderStatus(tx, context, owner.orderId);
}
