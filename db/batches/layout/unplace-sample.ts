import { z } from 'zod';
import { returnInput } from '#db/batches/batch-volume.ts';
import { isLeftOver } from '#db/batches/completion-problems.ts';
import { assertNotStarted, batchOf, plateOf, procedureOf } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { ref } from '#db/values/field-types.ts';
import { claimLayout, wasStartedConcurrently } from './claim-layout.ts';
import { laterEdit } from './layout-history.ts';
import { recordPlacing } from './place-one.ts';
import { releaseSample } from './release-sample.ts';

/**
 * Take a sample off a batch that has not started, back to the queue. A sample of a started batch that was
 * never part of its work is removed the same way, because no other operation can.
 */
export const unplaceSample = defineOperation({
  name: 'unplace-sample',
  version: 1,
  kind: 'intent',
  title: 'Remove sample from batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, sampleId: ref }),
  subjects: (args) => [args.batchId, args.sampleId],
  buildsOn: (args) => [args.sampleId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const row = await sampleOf(tx, args.sampleId);
    if (await wasStartedConcurrently(context, batch)) {
      const off = { kind: 'sample' as const, id: row.id, well: null, dnaBarcode: null, name: row.barcode };
      return claimLayout(tx, context, batch, await plateOf(tx, batch.id), [off]);
    }
    const later =
      batch.status === 'NOT_STARTED' ? await laterEdit(tx, context, batch.id, row.id, true) : null;
    if (later) return later;
    const leftOver = batch.status === 'IN_PROGRESS' && isLeftOver(row);
    if (!leftOver) assertNotStarted(batch);
    if (row.batchId !== batch.id)
      throw refuse('NOT_IN_BATCH', `Sample ${row.barcode} is not in batch ${batch.julianId}.`);
    if (row.status === 'IN_PROGRESS')
      await returnInput(
        tx,
        context,
        batch,
        await procedureOf(tx, batch),
        row,
        `Not used in ${batch.julianId}`,
      );
    await releaseSample(tx, context, row, 'Removed from the layout');
    await recordPlacing(tx, context, batch.id, { id: row.id, barcode: row.barcode, well: null });
    return applied;
  },
});
