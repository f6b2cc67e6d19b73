import type { Batch } from '#db/batches/batch.ts';
import type { OperationContext } from '#db/operation.ts';
import { type ChildIds, mintChildSample } from '#db/samples/mint-child-sample.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellFields } from './place-one.ts';

/**
 * Make a duplicate of a sample for a well of a batch; without a well it is on no plate until it is placed.
 */
export const mintDuplicate = (
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  source: Sample,
  duplicate: { ids: ChildIds; suffixLetter: string | null; well: string | null },
): Promise<Sample> =>
  mintChildSample(tx, context, source, {
    ids: duplicate.ids,
    suffixLetter: duplicate.suffixLetter,
    fields: {
      sampleKind: 'DUPLICATE',
      status: duplicate.well === null ? 'CANCELED' : 'BATCH_ASSIGNED',
      stage: row.type,
      parentSampleId: source.id,
      duplicateOfSampleId: source.id,
      batchId: duplicate.well === null ? null : row.id,
      ...wellFields(duplicate.well),
      extractedConcentration: source.extractedConcentration,
      fragmentLength: source.fragmentLength,
    },
  });
