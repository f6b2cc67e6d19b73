import { type PrintJob, printJob } from '#db/labels/print-job.ts';
import { buildRow, nextNumber } from './build-row.ts';

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
