import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { containerOf, sampleOf } from './find-placed.ts';
import { judgePlace } from './judge-place.ts';
import { PositionArg, SeenArg, TypedArg } from './move-sample.ts';
import { placeSamples } from './place-samples.ts';
import { placingOutcome } from './placing-outcome.ts';

/**
 * Put a sample into an occupied slot and the one from there into a named place: one operation, so both always
 * have a place.
 */
export const displaceSample = defineOperation({
  name: 'displace-sample',
  version: 1,
  kind: 'fact',
  title: 'Displace sample',
  grant: 'lab/specimens/move:update',
  args: z
    .strictObject({
      sampleId: Id,
      containerId: Id,
      position: PositionArg,
      occupantId: Id,
      toContainerId: Id,
      toPosition: PositionArg,
      typed: TypedArg,
      seen: SeenArg,
    })
    .refine((args) => args.sampleId !== args.occupantId, 'Scan two different samples.')
    .refine(
      (args) =>
        args.containerId !== args.toContainerId ||
        args.position === null ||
        args.position !== args.toPosition,
      'Choose another place for the displaced sample.',
    ),
  subjects: (args) => [args.sampleId, args.containerId, args.occupantId, args.toContainerId],
  async run(tx, args, context) {
    const arriving = {
      sample: await sampleOf(tx, args.sampleId),
      container: await containerOf(tx, args.containerId),
      position: args.position,
      typed: args.typed,
      seen: args.seen,
    };
    const leaving = {
      sample: await sampleOf(tx, args.occupantId),
      container: await containerOf(tx, args.toContainerId),
      position: args.toPosition,
      // Nobody scans the displaced sample, so a scan of it elsewhere beats this entry (domain 5.1).
      typed: true,
      seen: { containerId: args.containerId, position: args.position },
    };
    const bulkSampleIds = [arriving.sample.id, leaving.sample.id];
    const notes = [
      ...(await judgePlace(tx, context, leaving, bulkSampleIds)),
      ...(await judgePlace(tx, context, arriving, bulkSampleIds)),
    ];
    return placingOutcome(
      await placeSamples(tx, context, [leaving, arriving], { type: 'SAMPLE_MOVED' }),
      notes,
    );
  },
});
