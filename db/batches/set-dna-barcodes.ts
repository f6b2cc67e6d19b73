import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import { ref } from '#db/values/field-types.ts';
import { batchControl } from './batch-control.ts';
import { isOpen } from './batch-status.ts';
import { repeatedBarcode } from './dna-barcodes.ts';
import { batchOf, plateOf, recordLayoutChange } from './find-batch.ts';

const Assignment = z.strictObject({
  /** A sample or a control of the batch. */
  id: ref,
  dnaBarcode: z
    .string()
    .regex(/^[A-Z]{2,3}\d{2,3}$/, 'A DNA barcode has letters and a number, for example NB01.')
    .nullable(),
});

/** Gives wells their DNA barcodes; each barcode is unique on the flow cell. */
export const setDnaBarcodes = defineOperation({
  name: 'set-dna-barcodes',
  version: 1,
  kind: 'intent',
  title: 'Set DNA barcodes',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, barcodes: z.array(Assignment).min(1).max(96) }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    if (!isOpen(batch.status)) throw refuse('BATCH_CLOSED', `Batch ${batch.julianId} is closed.`);
    const plate = await plateOf(tx, batch.id);
    const given = new Map(args.barcodes.map((one) => [one.id, one.dnaBarcode]));
    const wells = [...plate.samples, ...plate.controls];
    const stranger = args.barcodes.find((one) => !wells.some((row) => row.id === one.id));
    if (stranger) throw refuse('NOT_IN_BATCH', `${stranger.id} is not in batch ${batch.julianId}.`);
    const repeated = repeatedBarcode(
      wells.map((row) => given.get(row.id) ?? (given.has(row.id) ? null : row.dnaBarcode)),
    );
    if (repeated !== null) throw refuse('BARCODE_REPEATED', repeated);
    for (const row of plate.samples) {
      if (given.has(row.id)) await tx.patch(sample, row.id, { dnaBarcode: given.get(row.id) ?? null });
    }
    for (const row of plate.controls) {
      if (given.has(row.id)) await tx.patch(batchControl, row.id, { dnaBarcode: given.get(row.id) ?? null });
    }
    await recordLayoutChange(tx, context, batch.id, { dnaBarcodes: args.barcodes.length });
    return applied;
  },
});
