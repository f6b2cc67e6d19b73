import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { isLater, missingSince } from './custody-chain.ts';
import { disposedProblem } from './disposal-bar.ts';
import { sampleOf } from './find-placed.ts';
import { lastSeenText, placeNow } from './place-samples.ts';
import { sightingsOf } from './sightings.ts';

/** A missing sample turned up in the place where it is recorded; elsewhere, move it there instead. */
export const markSampleFound = defineOperation({
  name: 'mark-sample-found',
  version: 1,
  kind: 'fact',
  title: 'Sample found',
  grant: 'lab/samples:update',
  args: z.strictObject({ sampleId: Id }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const disposed = await disposedProblem(tx, sample);
    if (disposed) throw refuse(disposed.code, disposed.message);
    const sightings = await sightingsOf(tx, sample);
    const place = await placeNow(tx, sample);
    await recordEvent(tx, context, {
      type: 'SAMPLE_MOVED',
      targetType: 'Sample',
      targetId: sample.id,
      data: { from: place, to: place, by: context.actor.name, found: true },
    });
    if (!isLater(context, sightings.placed))
      return warned('SEEN_LATER', lastSeenText(sightings) ?? 'Seen later.');
    if (missingSince(sightings.events) === null)
      return warned('NOT_MISSING', `Sample ${sample.barcode} was not missing.`);
    return applied;
  },
});
