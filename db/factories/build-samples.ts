import { type PrintJob, printJob } from '#db/labels/print-job.ts';
import { type Barcode, barcode } from '#db/samples/barcode.ts';
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

/** Build the active label of a sample. */
export function buildBarcode(overrides: Partial<Barcode> = {}): Barcode {
  const number = nextNumber('barcode');
  return buildRow(
    barcode,
    {
      id: `barcode-${number}`,
      value: `W26325-${String(number).padStart(4, '0')}-01`,
      type: 'SAMPLE',
      active: true,
    },
    overrides,
  );
}

/** Build one tube label, printed once from the browser. */
export const buildPrintJob = (overrides: Partial<PrintJob> = {}): PrintJob =>
  buildRow(
    printJob,
    {
      id: `print-job-${nextNumber('print-job')}`,
      printer: 'BROWSER',
      kind: 'TUBE',
      labels: [{ barcode: 'W26325-0001-01', lines: ['W26325-0001'] }],
      copies: 1,
      printedAt: '2026-11-21T10:00:00.000Z',
    },
    overrides,
  );
