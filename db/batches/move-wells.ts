import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { applyLayout } from './apply-layout.ts';
import { claimMoves, isStartUnseen } from './claim-layout.ts';
import { assertNotStarted, batchOf, plateOf } from './find-batch.ts';
import { moveSelection } from './plate-layout.ts';

/** Moves a selection of wells so that `from` lands on `to`, keeping its shape. */
export const moveWells = defineOperation({
  name: 'move-wells',
  version: 1,
  kind: 'intent',
  title: 'Move wells',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    wells: z.array(WellName).min(1).max(96),
    from: WellName,
    to: WellName,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const plate = await plateOf(tx, batch.id);
    const { wells, from, to } = args;
    if (await isStartUnseen(context, batch))
      return claimMoves(tx, context, batch, plate, (layout) => moveSelection(layout, wells, from, to));
    assertNotStarted(batch);
    await applyLayout(tx, context, batch.id, plate, moveSelection(plate.layout, wells, from, to));
    return applied;
  },
});
