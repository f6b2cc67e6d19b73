import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { containerOf, sampleOf } from './find-placed.ts';
import { judgePlace } from './judge-place.ts';
import { PositionArg, SeenArg, TypedArg } from './move-sample.ts';
import { placeSamples } from './place-samples.ts';
import { placingOutcome } from './placing-outcome.ts';

/** Check in a sample, to its home slot or another (domain 5.4). */
export const checkInSample = defineOperation({
  name: 'check-in-sample',
  version: 1,
  kind: 'fact',
  title: 'Check sample back in',
  grant: 'lab/custody:update',
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
    return placingOutcome(await placeSamples(tx, context, [placing], { type: 'SAMPLE_CHECKED_IN' }), notes);
  },
});
