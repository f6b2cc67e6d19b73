import { type Sample, sample } from '#db/samples/sample.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a primary sample that waits for its extraction, in no box yet. */
export function buildSample(overrides: Partial<Sample> = {}): Sample {
  const number = nextNumber('sample');
  return buildRow(
    sample,
    {
      id: `sample-${number}`,
      specimenId: 'specimen-1',
      barcodeId: `barcode-of-sample-${number}`,
      barcode: `W26325-${String(number).padStart(4, '0')}-01`,
      status: 'IN_QUEUE',
      stage: 'EXTRACTION',
      sampleKind: 'PRIMARY',
      extractionProcedureId: 'procedure-extraction',
      initialVolume: '1000',
      remainingVolume: '1000',
      flaggedForReview: false,
      positionConflict: false,
      attempt: 1,
    },
    overrides,
  );
}
