import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { applyLayout } from './apply-layout.ts';
import { claimMoves, wasStartedConcurrently } from './claim-layout.ts';
import { assertNotStarted, batchOf, plateOf } from './find-batch.ts';
import { type Layout, layoutChanges, swapWells as swapped } from './plate-layout.ts';
import { layoutOfMove, SeenWells } from './seen-layout.ts';

/** Swap the contents of two wells; onto an empty well this is a move. */
export const swapWells = defineOperation({
  name: 'swap-wells',
  version: 1,
  kind: 'intent',
  title: 'Swap wells',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, from: WellName, to: WellName, seen: SeenWells }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const plate = await plateOf(tx, batch.id);
    const move = (layout: Layout) => swapped(layout, args.from, args.to);
    if (await wasStartedConcurrently(context, batch))
      return claimMoves(tx, context, batch, plate, args.seen, move);
    assertNotStarted(batch);
    const observedLayout = await layoutOfMove(tx, context, batch, plate, args.seen);
    return applyLayout(tx, context, batch, layoutChanges(observedLayout, move(observedLayout)));
  },
});
