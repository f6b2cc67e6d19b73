import { z } from 'zod';
import type { Batch } from '#db/batches/batch.ts';
import { SuffixLetter } from '#db/batches/batch-numbering.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import {
  assertNotStarted,
  type BatchPlate,
  batchOf,
  personName,
  plateOf,
  procedureOf,
} from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { claimLayout, wasStartedConcurrently } from './claim-layout.ts';
import { mintDuplicate } from './mint-duplicate.ts';
import { recordPlacing } from './place-one.ts';
import { loseWell, refuseSeenWell } from './well-taken.ts';

/** The number of duplicates that one source may have in a batch. */
const MAX_DUPLICATES = 8;

/**
 * Put a duplicate of a placed sample, with its own label, in another well. At the start it draws from the
 * same tube.
 */
export const addDuplicate = defineOperation({
  name: 'add-duplicate',
  version: 1,
  kind: 'intent',
  title: 'Add duplicate',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    sampleId: ref,
    duplicateId: ref,
    duplicateBarcodeId: ref,
    plateLocation: WellName,
    childSuffixLetter: SuffixLetter,
  }),
  subjects: (args) => [args.batchId, args.sampleId],
  buildsOn: (args) => [args.sampleId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const startedConcurrently = await wasStartedConcurrently(context, batch);
    if (!startedConcurrently) assertNotStarted(batch);
    const requestedSample = await sampleOf(tx, args.sampleId);
    const source =
      requestedSample.duplicateOfSampleId === null
        ? requestedSample
        : await sampleOf(tx, requestedSample.duplicateOfSampleId);
    const duplicate = {
      ids: { sampleId: args.duplicateId, barcodeId: args.duplicateBarcodeId },
      suffixLetter: args.childSuffixLetter,
    };
    if (await failedConcurrently(context, source)) {
      const row = await mintDuplicate(tx, context, batch, source, { ...duplicate, well: null });
      return failedSource(tx, source, row);
    }
    if (source.batchId !== batch.id && !startedConcurrently)
      throw refuse('NOT_IN_BATCH', `Sample ${source.barcode} is not in batch ${batch.julianId}.`);
    const plate = await plateOf(tx, batch.id);
    const occupied = plate.layout.has(args.plateLocation);
    await assertRoom(tx, batch, source, plate);
    if (startedConcurrently) {
      const row = await mintDuplicate(tx, context, batch, source, { ...duplicate, well: null });
      const well = args.plateLocation;
      const claim = { kind: 'sample' as const, id: row.id, well, dnaBarcode: null, name: row.barcode };
      return claimLayout(tx, context, batch, plate, [claim]);
    }
    if (occupied) await refuseSeenWell(context, batch, args.plateLocation);
    const row = await mintDuplicate(tx, context, batch, source, { ...duplicate, well: args.plateLocation });
    if (occupied) {
      const claimant = { kind: 'sample' as const, id: row.id, name: row.barcode };
      return loseWell(tx, context, batch, claimant, args.plateLocation);
    }
    await recordPlacing(tx, context, batch.id, {
      id: row.id,
      barcode: row.barcode,
      well: args.plateLocation,
    });
    return applied;
  },
});

const failedConcurrently = async (context: OperationContext, source: Sample): Promise<boolean> =>
  source.failedAt !== null &&
  source.batchId === null &&
  (await wasChangedConcurrently(context, sample, source.id));

// The label of the duplicate may be printed already: a person who scans it must read that its tube failed.
async function failedSource(tx: Transaction, source: Sample, duplicate: Sample): Promise<RuleResult> {
  const by = await personName(tx, source.failedById);
  const text = `Sample ${source.barcode} was failed by ${by}; its duplicate ${duplicate.barcode} is canceled.`;
  return warned('SOURCE_FAILED', text);
}

async function assertRoom(
  tx: Transaction,
  batch: Batch,
  source: Sample,
  { samples }: BatchPlate,
): Promise<void> {
  const method = await procedureOf(tx, batch);
  const duplicates = samples.filter((row) => row.duplicateOfSampleId === source.id).length;
  if (duplicates >= MAX_DUPLICATES)
    throw refuse('TOO_MANY_DUPLICATES', `Sample ${source.barcode} has ${MAX_DUPLICATES} duplicates already.`);
  const requiredVolume = Number(method.sampleInputVolume ?? 0) * (duplicates + 2);
  if (
    batch.status === 'NOT_STARTED' &&
    source.remainingVolume !== null &&
    Number(source.remainingVolume) < requiredVolume
  ) {
    const text = `Sample ${source.barcode} has insufficient volume: ${source.remainingVolume} µL of ${requiredVolume} µL.`;
    throw refuse('INSUFFICIENT_VOLUME', text);
  }
}
