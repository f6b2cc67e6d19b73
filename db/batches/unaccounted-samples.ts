import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_STATUS, type SampleStatus } from '#db/samples/sample-status.ts';

/** How a sample of a started batch may have ended before the batch is completed. */
const TERMINAL_STATUSES: readonly SampleStatus[] = [
  'COMPLETED',
  'DEPLETED',
  'IN_STORAGE',
  'FAILED_QC',
  'FAILED_BATCH_DUPLICATE',
  'FAILED_VISUAL_INSPECTION',
  'FAILED_QC_CANCELED',
  'RESET',
  'CANCELED',
];

/**
 * Return whether a sample was never part of the work of its started batch: not started with it, or without a
 * well.
 */
export const isLeftOver = (row: Sample): boolean =>
  row.status === 'IN_PROGRESS' ? row.plateLocation === null : !TERMINAL_STATUSES.includes(row.status);

/** Return a sentence for each sample of a started batch that would be lost at its completion. */
export const unaccountedProblems = (samples: readonly Sample[]): string[] =>
  samples.filter(isLeftOver).map((row) => {
    const problemText =
      row.status === 'IN_PROGRESS'
        ? 'has no well'
        : `was not started with the batch: “${SAMPLE_STATUS[row.status].label}”`;
    return `Sample ${row.barcode} ${problemText}. Fail it, or remove it from the batch.`;
  });
