import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { applyLayout } from './apply-layout.ts';
import { claimMoves, wasStartedConcurrently } from './claim-layout.ts';
import { assertNotStarted, batchOf, plateOf } from './find-batch.ts';
import { type Layout, layoutChanges, moveSelection } from './plate-layout.ts';
import { layoutOfMove, SeenWells } from './seen-layout.ts';

/** Move a selection of wells so that `from` lands on `to`, keeping its shape. */
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
    seen: SeenWells,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const plate = await plateOf(tx, batch.id);
    const { wells, from, to } = args;
    const move = (layout: Layout) => moveSelection(layout, wells, from, to);
    if (await wasStartedConcurrently(context, batch))
      return claimMoves(tx, context, batch, plate, args.seen, move);
    assertNotStarted(batch);
    const observedLayout = await layoutOfMove(tx, context, batch, plate, args.seen);
    return applyLayout(tx, context, batch, layoutChanges(observedLayout, move(observedLayout)));
  },
});
