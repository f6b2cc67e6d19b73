import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { containerOf, sampleOf } from './find-placed.ts';
import { judgePlace } from './judge-place.ts';
import { placeSamples } from './place-samples.ts';
import { placingOutcome } from './placing-outcome.ts';

/** A position as the grid spells it, or null for places without positions. */
export const PositionArg = z.string().min(1).max(8).nullable();

/** True when the sample or the place was typed or chosen: a scan by somebody else beats it (domain 5.1). */
export const TypedArg = z.boolean().optional();

/**
 * The place at which the person's device showed the sample; sent with typed entries, absent from older
 * devices.
 */
export const SeenArg = z
  .strictObject({ containerId: Id.nullable(), position: z.string().min(1).max(8).nullable() })
  .optional();

/** Put a sample into a container (domain 5.4). */
export const moveSample = defineOperation({
  name: 'move-sample',
  version: 1,
  kind: 'fact',
  title: 'Move sample',
  grant: 'lab/specimens/move:update',
  args: z.strictObject({
    sampleId: Id,
    containerId: Id,
    position: PositionArg,
    typed: TypedArg,
    seen: SeenArg,
  }),
  subjects: (args) => [args.sampleId, args.containerId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const container = await containerOf(tx, args.containerId);
    const placing = { sample, container, position: args.position, typed: args.typed, seen: args.seen };
    const notes = await judgePlace(tx, context, placing);
    return placingOutcome(await placeSamples(tx, context, [placing], { type: 'SAMPLE_MOVED' }), notes);
  },
});
