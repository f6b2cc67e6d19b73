import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation, type OperationContext } from '#db/operation.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { disposedProblem } from './disposal-bar.ts';
import { containerOf, sampleOf } from './find-placed.ts';
import { judgePlace } from './judge-place.ts';
import { TypedArg } from './move-sample.ts';
import { lastSeenText, placeSamples } from './place-samples.ts';
import { placingOutcome } from './placing-outcome.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { sightingsOf } from './sightings.ts';

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
    throw refuse('NO_PLACE', `Sample ${sample.barcode} has no place to swap.`);
  if (await context.changedSinceSeen(sampleEntity, id)) {
    const lastSeen = lastSeenText(context, await sightingsOf(tx, sample));
    throw refuse(
      'MOVED_SINCE',
      `Sample ${sample.barcode} has changed since. ${lastSeen ? `${lastSeen}. ` : ''}Scan both again.`,
    );
  }
  return { sample, container: await containerOf(tx, sample.storageLocationId) };
}
