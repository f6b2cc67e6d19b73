import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { cancelChild } from '#db/samples/failing/fail-late.ts';
import { completionReason } from '#db/samples/failing/overturn-completed.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type ChildIds, mintChildSample, nextBarcode } from '#db/samples/mint-child-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { startAnalysesOfBatch } from '#db/sequencing/analysis-runs/start-at-completion.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { clockText } from '#db/values/wall-clock.ts';
import {
  BATCH_STATUS_DISPLAY,
  BATCH_TYPE_FACTS,
  BATCH_TYPES,
  type Batch,
  type BatchType,
  batch as batchEntity,
} from './batch.ts';
import { SuffixLetter } from './batch-numbering.ts';
import { type MeasuredBatch, outputsOf, settleVolumes } from './batch-outputs.ts';
import { completionProblems, mappedValues, samplesInProgress } from './completion-problems.ts';
import { batchOf, changeBatchStatus, personName, plateOf, procedureOf } from './find-batch.ts';

/** Complete a batch: outputs are copied, children wait in the queue for the next stage. */
export const completeBatch = defineOperation({
  name: 'complete-batch',
  version: 2,
  kind: 'intent',
  title: 'Complete batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    childSuffixLetter: SuffixLetter,
    /**
     * The samples that the person completes, as far as the person knows; null when an old device did not send
     * them.
     */
    sampleIds: z.array(ref).max(96).nullable().default(null),
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    if (batch.status === 'COMPLETED') return completedTwice(tx, context, batch, args);
    if (batch.status !== 'IN_PROGRESS')
      throw refuse('TRANSITION', cannotChange(BATCH_STATUS_DISPLAY, batch.status, 'COMPLETED'));
    const plate = await plateOf(tx, batch.id);
    const [problem] = await completionProblems(tx, batch, plate);
    if (problem !== undefined) throw refuse('NOT_COMPLETE', problem);
    // Ids are assigned first and for every well of the plate, so that a concurrent failure shifts no other
    // child's id.
    const ids = new Map<string, ChildIds>();
    for (const row of plate.samples)
      ids.set(row.id, { sampleId: context.newId(), barcodeId: context.newId() });
    const completedSamples = plate.samples.filter(
      (row) => row.status === 'IN_PROGRESS' || failedConcurrently(row, args),
    );
    const finishing: Finishing = {
      batch,
      procedure: await procedureOf(tx, batch),
      mapped: await mappedValues(tx, batch, completedSamples),
      suffixLetter: args.childSuffixLetter,
    };
    await settleVolumes(tx, context, finishing);
    await changeBatchStatus(tx, context, batch, 'COMPLETED', {
      event: 'BATCH_COMPLETED',
      fields: { completedAt: context.occurredAt, completedById: context.actor.userId },
    });
    for (const { id } of completedSamples)
      await finish(tx, context, finishing, await sampleOf(tx, id), ids.get(id));
    // Last, so that ids that only the server assigns shift none of the bench's.
    await startAnalysesOfBatch(tx, context, batch, samplesInProgress(plate));
    const failed = plate.samples.filter(
      (row) => row.failedById !== null && row.failedById !== context.actor.userId,
    );
    if (failed.length === 0) return applied;
    return warned(
      'SAMPLES_FAILED',
      `Failed by others and not completed: ${failed.map((row) => row.barcode).join(', ')}.`,
    );
  },
});

/**
 * Return whether a sample failed that the person believed to complete, whose child has got a label at the
 * bench.
 */
const failedConcurrently = (row: Sample, { sampleIds }: { sampleIds: readonly string[] | null }): boolean =>
  row.failedAt !== null && sampleIds?.includes(row.id) === true;

interface Finishing extends MeasuredBatch {
  suffixLetter: string | null;
}

interface Completion {
  childSuffixLetter: string | null;
  sampleIds: readonly string[] | null;
}

async function completedTwice(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  args: Completion,
): Promise<RuleResult> {
  const name = await personName(tx, batch.completedById);
  const completedAt = batch.completedAt && clockText(batch.completedAt, context.labTimezone);
  const text = `Batch ${batch.julianId} was completed by ${name} at ${completedAt}.`;
  if (batch.completedById === context.actor.userId) throw refuse('BATCH_COMPLETED', text);
  // The earlier of two completions by the clock counts, in any order of arrival.
  if (batch.completedAt !== null && context.occurredAt < batch.completedAt)
    await tx.patch(batchEntity, batch.id, {
      completedAt: context.occurredAt,
      completedById: context.actor.userId,
    });
  const labels = await keepLabels(tx, context, batch, args);
  return merged(
    'BATCH_COMPLETED',
    labels === 0 ? text : `${text} The labels that you printed lead to the same tubes.`,
  );
}

/**
 * Keep the labels that were printed for the children of a second completion: each becomes an alias of the
 * child of the first (domain 5.11, row 8). Returns their number; a completion online has printed none.
 */
async function keepLabels(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  { childSuffixLetter, sampleIds }: Completion,
): Promise<number> {
  if (childSuffixLetter === null) return 0;
  const { output } = BATCH_TYPE_FACTS[batch.type];
  let count = 0;
  for (const row of (await plateOf(tx, batch.id)).samples) {
    const ids: ChildIds = { sampleId: context.newId(), barcodeId: context.newId() };
    if (sampleIds !== null && !sampleIds.includes(row.id)) continue;
    const children = await tx.find(sample, { parentSampleId: row.id });
    const child = children.find((one) => one.sampleKind === output && one.barcodeId !== null);
    if (!child) continue;
    await tx.insert(barcode, {
      id: ids.barcodeId,
      entity: row.entity,
      value: await nextBarcode(tx, row, childSuffixLetter),
      type: 'SAMPLE',
      targetId: child.id,
      aliasOfId: child.barcodeId,
      active: true,
    });
    count += 1;
  }
  return count;
}

/** Return the next stage for which the sample has a procedure, if any. */
function nextStage(row: Sample, type: BatchType): BatchType | null {
  const later = BATCH_TYPES.slice(BATCH_TYPES.indexOf(type) + 1);
  return later.find((stage) => row[PROCEDURE_ID_FIELD[stage]] !== null) ?? null;
}

async function finish(
  tx: Transaction,
  context: OperationContext,
  finishing: Finishing,
  row: Sample,
  ids: ChildIds | undefined,
): Promise<void> {
  const { batch, procedure } = finishing;
  const outputs = outputsOf(finishing, row);
  await tx.patch(sample, row.id, outputs);
  if (row.status === 'IN_PROGRESS') await completeSample(tx, context, batch, row);
  else await recordEvent(tx, context, stillFailed(batch, row));
  const stage = nextStage(row, batch.type);
  const sampleKind = BATCH_TYPE_FACTS[batch.type].output;
  if (stage === null || sampleKind === null) return;
  const volume = outputs.extractedVolume ?? procedure.outputVolume;
  const child = await mintChildSample(tx, context, row, {
    ...(ids ? { ids } : {}),
    suffixLetter: finishing.suffixLetter,
    fields: {
      sampleKind,
      status: procedure.requiresDirectorApproval ? 'RECEIVED_ON_HOLD' : 'IN_QUEUE',
      stage,
      parentSampleId: row.id,
      extractedConcentration: row.extractedConcentration,
      fragmentLength: row.fragmentLength,
      dnaBarcode: row.dnaBarcode,
      ...outputs,
      initialVolume: volume,
      remainingVolume: volume,
    },
  });
  if (row.status !== 'IN_PROGRESS') await cancelChild(tx, context, row, child);
}

async function completeSample(
  tx: Transaction,
  context: OperationContext,
  { julianId }: Batch,
  row: Sample,
): Promise<void> {
  const empty = row.remainingVolume !== null && Number(row.remainingVolume) <= 0;
  await changeSampleStatus(tx, context, row, empty ? 'DEPLETED' : 'COMPLETED', {
    ...(empty ? { event: 'SAMPLE_DEPLETED' as const } : {}),
    reason: completionReason(julianId),
  });
}

// Failure overrides success: the sample stays failed. If the failure is overturned, the sample completed with
// its batch.
const stillFailed = ({ julianId }: Batch, row: Sample) => ({
  type: 'SAMPLE_STATUS_CHANGED' as const,
  targetType: 'Sample',
  targetId: row.id,
  data: { from: row.status, to: row.status, reason: completionReason(julianId) },
});
