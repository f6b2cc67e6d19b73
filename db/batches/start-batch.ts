import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { BATCH_STATUS_LOOK } from './batch-status.ts';
import { batchOf } from './find-batch.ts';
import { start } from './start.ts';

/** Starts a batch: the layout locks and the input volumes are drawn. */
export const startBatch = defineOperation({
  name: 'start-batch',
  version: 1,
  kind: 'intent',
  title: 'Start batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const started = batch.status === 'NOT_STARTED' || batch.status === 'IN_PROGRESS';
    if (!started) throw refuse('TRANSITION', cannotChange(BATCH_STATUS_LOOK, batch.status, 'IN_PROGRESS'));
    return start(tx, context, batch);
  },
});
