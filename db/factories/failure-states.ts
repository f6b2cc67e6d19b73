import type { MemoryWorld } from '#db/memory-transaction.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';

const SAMPLE_FIELDS = [
  ...(['barcode', 'status', 'batchId', 'plateLocation', 'batchOrder', 'dnaBarcode', 'attempt'] as const),
  ...(['remainingVolume', 'failureReason', 'failureNotes', 'failedAt', 'failedById'] as const),
  'flaggedForReview',
] as const satisfies readonly (keyof Sample)[];
const SPECIMEN_FIELDS = [
  ...(['id', 'status', 'failedBatchCount', 'failureReason', 'failureNotes'] as const),
  ...(['actionRequiredText', 'actionRequiredSince'] as const),
] as const satisfies readonly (keyof Specimen)[];

/** Return the state of samples and specimens that must be equal in any order of arrival. */
export const failureState = (world: MemoryWorld) => ({
  samples: world
    .all(sample)
    .map((row) => SAMPLE_FIELDS.map((key) => row[key]))
    .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  specimens: world.all(specimen).map((row) => SPECIMEN_FIELDS.map((key) => row[key])),
});
