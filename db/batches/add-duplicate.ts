import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { sampleOf } from '#db/samples/find-placed.ts';
import { mintChildSample } from '#db/samples/mint-child-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName, wellPosition } from '#db/values/plate-well.ts';
import { collided } from './collided.ts';
import { assertNotStarted, batchOf, plateOf, procedureOf } from './find-batch.ts';
import { personName } from './person-name.ts';
import { recordPlacing } from './place-one.ts';
import { SuffixLetter } from './suffix-letter.ts';

/** Duplicates that one source may have in a batch. */
const MAX_DUPLICATES = 8;

/** Puts a duplicate of a placed sample, with its own label, in another well; at the start it draws from the same tube. */
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
    assertNotStarted(batch);
    const given = await sampleOf(tx, args.sampleId);
    const source = given.duplicateOfSampleId === null ? given : await sampleOf(tx, given.duplicateOfSampleId);
    if (await failedUnseen(context, source)) return keepLabel(tx, context, source, args);
    if (source.batchId !== batch.id)
      throw refuse('NOT_IN_BATCH', `Sample ${source.barcode} is not in batch ${batch.julianId}.`);
    const { samples, layout } = await plateOf(tx, batch.id);
    const method = await procedureOf(tx, batch);
    const duplicates = samples.filter((row) => row.duplicateOfSampleId === source.id).length;
    if (duplicates >= MAX_DUPLICATES) {
      throw refuse(
        'TOO_MANY_DUPLICATES',
        `Sample ${source.barcode} has ${MAX_DUPLICATES} duplicates already.`,
      );
    }
    if (layout.has(args.plateLocation)) throw refuse('WELL_TAKEN', `Well ${args.plateLocation} is occupied.`);
    const needed = Number(method.sampleInputVolume ?? 0) * (duplicates + 2);
    if (source.remainingVolume !== null && Number(source.remainingVolume) < needed) {
      const text = `Sample ${source.barcode} has insufficient volume: ${source.remainingVolume} µL of ${needed} µL.`;
      throw refuse('INSUFFICIENT_VOLUME', text);
    }
    const row = await mintDuplicate(tx, context, source, args, {
      status: 'BATCH_ASSIGNED',
      stage: batch.type,
      batchId: batch.id,
      plateLocation: args.plateLocation,
      batchOrder: wellPosition(args.plateLocation) ?? null,
    });
    await recordPlacing(tx, context, batch.id, {
      id: row.id,
      barcode: row.barcode,
      well: args.plateLocation,
    });
    return applied;
  },
});

interface Duplicate {
  duplicateId: string;
  duplicateBarcodeId: string;
  childSuffixLetter: string | null;
}

const mintDuplicate = (
  tx: Transaction,
  context: OperationContext,
  source: Sample,
  args: Duplicate,
  fields: Pick<Sample, 'status' | 'stage'> & Partial<Sample>,
): Promise<Sample> =>
  mintChildSample(tx, context, source, {
    ids: { sampleId: args.duplicateId, barcodeId: args.duplicateBarcodeId },
    suffixLetter: args.childSuffixLetter,
    fields: {
      sampleKind: 'DUPLICATE',
      parentSampleId: source.id,
      duplicateOfSampleId: source.id,
      extractedConcentration: source.extractedConcentration,
      fragmentLength: source.fragmentLength,
      ...fields,
    },
  });

const failedUnseen = async (context: OperationContext, source: Sample): Promise<boolean> =>
  source.failedAt !== null && source.batchId === null && (await collided(context, sample, source.id));

// The label of the duplicate is printed: whoever scans it must read that its tube failed.
async function keepLabel(
  tx: Transaction,
  context: OperationContext,
  source: Sample,
  args: Duplicate,
): Promise<RuleResult> {
  const row = await mintDuplicate(tx, context, source, args, { status: 'CANCELED', stage: source.stage });
  const by = await personName(tx, source.failedById);
  const text = `Sample ${source.barcode} was failed by ${by}; its duplicate ${row.barcode} is canceled.`;
  return warned('SOURCE_FAILED', text);
}
