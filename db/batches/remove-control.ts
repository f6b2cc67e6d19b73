import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { batchControl } from './batch-control.ts';
import { claimLayout, wasStartedConcurrently } from './claim-layout.ts';
import { assertNotStarted, batchOf, plateOf, recordLayoutChange } from './find-batch.ts';
import { laterEdit } from './layout-history.ts';

/** Take a control off a plate that has not started. */
export const removeControl = defineOperation({
  name: 'remove-control',
  version: 1,
  kind: 'intent',
  title: 'Remove control',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, controlId: ref }),
  subjects: (args) => [args.batchId],
  buildsOn: (args) => [args.controlId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const startedConcurrently = await wasStartedConcurrently(context, batch);
    if (!startedConcurrently) assertNotStarted(batch);
    const control = await tx.get(batchControl, args.controlId);
    if (!control || control.deleted || control.batchId !== batch.id)
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (startedConcurrently) {
      const off = {
        kind: 'control' as const,
        id: control.id,
        well: null,
        dnaBarcode: null,
        name: control.name,
      };
      return claimLayout(tx, context, batch, await plateOf(tx, batch.id), [off]);
    }
    const later = await laterEdit(tx, context, batch.id, control.id);
    if (later) return later;
    await tx.patch(batchControl, control.id, { deleted: true });
    await recordLayoutChange(tx, context, batch.id, { id: control.id, barcode: control.name, well: null });
    return applied;
  },
});
