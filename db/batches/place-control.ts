import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { ref, text } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { wasStartedConcurrently } from './claim-layout.ts';
import { ControlType } from './control-type.ts';
import { assertNotStarted, batchOf } from './find-batch.ts';
import { claimControl, putControl } from './put-control.ts';

/** Put a control in a well, or move it to another one. */
export const placeControl = defineOperation({
  name: 'place-control',
  version: 1,
  kind: 'intent',
  title: 'Place control',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    controlId: ref,
    controlType: ControlType,
    plateLocation: WellName,
    name: text.nullable().default(null),
    inventoryItemId: ref.nullable().default(null),
  }),
  subjects: (args) => [args.batchId],
  buildsOn: () => [],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    if (await wasStartedConcurrently(context, batch)) return claimControl(tx, context, batch, args);
    assertNotStarted(batch);
    return putControl(tx, context, batch, args);
  },
});
