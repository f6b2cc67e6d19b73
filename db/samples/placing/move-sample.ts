import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation, type OperationContext } from '#db/operation.ts';
import { sightingsOf } from '#db/samples/custody/sightings.ts';
import { disposedProblem } from '#db/samples/disposing/disposal-bar.ts';
import { containerOf, sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { judgePlace, placingOutcome } from './judge-place.ts';
import { lastSeenText, placeSamples } from './place-samples.ts';

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
      'Choose another location for the displaced sample.',
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

/**
 * Swap the places of two samples; refused when one has been moved since, because then the intended place is
 * unknown.
 */
export const swapSamples = defineOperation({
  name: 'swap-samples',
  version: 1,
  kind: 'intent',
  title: 'Swap samples',
  grant: 'lab/specimens/move:update',
  args: z
    .strictObject({ sampleId: Id, otherSampleId: Id, typed: TypedArg })
    .refine((args) => args.sampleId !== args.otherSampleId, 'Scan two different samples.'),
  subjects: (args) => [args.sampleId, args.otherSampleId],
  async run(tx, args, context) {
    const first = await sampleInPlace(tx, context, args.sampleId);
    const second = await sampleInPlace(tx, context, args.otherSampleId);
    const placings = [
      {
        sample: first.sample,
        container: second.container,
        position: second.sample.storagePosition,
        typed: args.typed,
        seen: placeOfSample(first.sample),
      },
      // The other sample was in the way and not scanned: a scan of it elsewhere beats this entry (domain
      // 5.1).
      {
        sample: second.sample,
        container: first.container,
        position: first.sample.storagePosition,
        typed: true,
        seen: placeOfSample(second.sample),
      },
    ];
    const notes: string[] = [];
    const bulkSampleIds = [first.sample.id, second.sample.id];
    for (const placing of placings) notes.push(...(await judgePlace(tx, context, placing, bulkSampleIds)));
    return placingOutcome(
      await placeSamples(tx, context, placings, { type: 'SAMPLE_MOVED', data: { swap: true } }),
      notes,
    );
  },
});

const placeOfSample = ({ storageLocationId, storagePosition }: Sample) => ({
  containerId: storageLocationId,
  position: storagePosition,
});

async function sampleInPlace(
  tx: Transaction,
  context: OperationContext,
  id: string,
): Promise<{ sample: Sample; container: StorageManagement }> {
  const sample = await sampleOf(tx, id);
  const disposalProblem = await disposedProblem(tx, sample);
  if (disposalProblem) throw refuse(disposalProblem.code, disposalProblem.message);
  if (sample.storageLocationId === null)
    throw refuse('NO_PLACE', `Sample ${sample.barcode} has no location to swap.`);
  if (await context.changedSinceSeen(sampleEntity, id)) {
    const lastSeen = lastSeenText(context, await sightingsOf(tx, sample));
    throw refuse(
      'MOVED_SINCE',
      `Sample ${sample.barcode} has changed since. ${lastSeen ? `${lastSeen}. ` : ''}Scan both again.`,
    );
  }
  return { sample, container: await containerOf(tx, sample.storageLocationId) };
}
