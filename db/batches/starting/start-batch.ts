import { z } from 'zod';
import { BATCH_STATUS_DISPLAY, batch as batchEntity } from '#db/batches/batch.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { start } from './start.ts';
import { StartedLayout } from './started-layout.ts';

/** Start a batch: the layout locks and the input volumes are drawn. */
export const startBatch = defineOperation({
  name: 'start-batch',
  version: 2,
  kind: 'intent',
  title: 'Start batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    /**
     * The plate as its starter saw it, which is what was pipetted. Null from an app that does not send it.
     */
    layout: StartedLayout.nullable().default(null),
  }),
  subjects: (args) => [args.batchId],
  // The layout says what was pipetted, whatever happened to the edits before it.
  buildsOn: (args) => (args.layout === null ? [args.batchId] : []),
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const open = batch.status === 'NOT_STARTED' || batch.status === 'IN_PROGRESS';
    if (!open && !(await context.changedSinceSeen(batchEntity, batch.id)))
      throw refuse('TRANSITION', cannotChange(BATCH_STATUS_DISPLAY, batch.status, 'IN_PROGRESS'));
    return start(tx, context, batch, args.layout);
  },
});
