import { z } from 'zod';
import { applied, conflicted, defineOperation, warned } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { isLater } from './custody-chain.ts';
import { findDisposalBlock } from './disposal-bar.ts';
import { sampleOf } from './find-placed.ts';
import { lastSeenText, readCurrentPlace } from './place-samples.ts';
import { recordCustody, settleCustody } from './record-custody.ts';
import { sightingsOf } from './sightings.ts';

/**
 * Mark a missing sample as found in its recorded place; a person who finds it elsewhere moves it there
 * instead.
 */
export const markSampleFound = defineOperation({
  name: 'mark-sample-found',
  version: 1,
  kind: 'fact',
  title: 'Sample found',
  grant: 'lab/custody:update',
  args: z.strictObject({ sampleId: Id }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const bar = await findDisposalBlock(tx, context, sample, {
      type: 'SAMPLE_MOVED',
      label: `Found ${sample.barcode}`,
      value: { act: 'USED' },
      data: { found: true },
    });
    if (bar) return conflicted(bar.code, bar.message);
    const sightings = await sightingsOf(tx, sample);
    const place = await readCurrentPlace(tx, sample);
    const later = isLater(context, sightings.placed);
    const foundEvent = await recordCustody(tx, context, sample.id, sightings, {
      type: 'SAMPLE_MOVED',
      data: { from: place, to: place, found: true, ...(later ? {} : { superseded: true }) },
    });
    await settleCustody(tx, context, sample, sightings, foundEvent);
    const lastSeen = later ? null : lastSeenText(context, sightings);
    if (lastSeen !== null) return warned('SEEN_LATER', lastSeen);
    if (later && sightings.custody.notFound === null)
      return warned('NOT_MISSING', `Sample ${sample.barcode} was not missing.`);
    return applied;
  },
});
