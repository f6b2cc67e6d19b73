import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { PrinterList, printJob } from '#db/labels/print-job.ts';
import { barcode } from '#db/samples/barcode.ts';

export const readBarcode = defineCall({
  id: 'readBarcode',
  method: 'get',
  path: '/api/lab/barcode/:value',
  access: 'lab/barcode:read',
  summary: 'Reads a code and the record that it identifies; a replaced label leads to its successor.',
  params: z.strictObject({ value: z.string().trim().min(1).max(64).toUpperCase() }),
  answer: z.object({
    barcode: barcode.schema,
    /** The entity of the record; null when the code identifies none. */
    kind: z.string().nullable(),
    target: z.record(z.string(), z.unknown()).nullable(),
  }),
});

export const listPrinters = defineCall({
  id: 'listPrinters',
  method: 'get',
  path: '/api/lab/printers',
  access: 'lab/barcode:read',
  summary: 'Lists the label printers of the lab.',
  answer: PrinterList,
});

export const listPrintJobs = defineCall({
  id: 'listPrintJobs',
  method: 'get',
  path: '/api/lab/print-jobs',
  access: 'lab/barcode:read',
  summary: 'Lists the print log.',
  query: listQueryOf(printJob),
  answer: pageOf(printJob.schema),
});

/** The handler parses the job, so that it is checked like the queued jobs of devices. */
export const printLabels = defineCall({
  id: 'printLabels',
  method: 'post',
  path: '/api/lab/print-jobs',
  access: 'lab/barcode:create',
  summary: 'Prints labels, or logs what a device has printed; a repeated job changes nothing.',
  body: z.record(z.string(), z.unknown()),
  answer: z.object({ job: printJob.schema, repeated: z.boolean() }),
});
