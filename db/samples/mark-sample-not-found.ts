import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { isLater, missingSince } from './custody-chain.ts';
import { disposedProblem } from './disposal-bar.ts';
import { sampleOf } from './find-placed.ts';
import { lastSeenText, noteAbsent, placeNow } from './place-samples.ts';
import { sightingsOf } from './sightings.ts';

/** A sample was not where it is recorded; it keeps its last place and cannot be batched until found (domain 5.4). */
export const markSampleNotFound = defineOperation({
  name: 'mark-sample-not-found',
  version: 1,
  kind: 'fact',
  title: 'Sample not found',
  grant: 'lab/samples:update',
  args: z.strictObject({ sampleId: Id }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const disposed = await disposedProblem(tx, sample);
    if (disposed) throw refuse(disposed.code, disposed.message);
    const sightings = await sightingsOf(tx, sample);
    const missing = missingSince(sightings.events) !== null;
    const place = await placeNow(tx, sample);
    await noteAbsent(
      tx,
      context,
      sample.id,
      { id: place.containerId ?? sample.id, name: place.container ?? 'no place' },
      {
        position: place.position,
      },
    );
    if (!isLater(context, sightings.placed))
      return merged('SEEN_LATER', lastSeenText(sightings) ?? 'Seen later.');
    return missing ? merged('ALREADY_MISSING', `Sample ${sample.barcode} was already missing.`) : applied;
  },
});
