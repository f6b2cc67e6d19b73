import { z } from 'zod';
import { applied, conflicted, defineOperation, merged, warned } from '#db/operation.ts';
import { disposedProblem, findDisposalBlock } from '#db/samples/disposing/disposal-bar.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { lastSeenText, readCurrentPlace, recordAbsence } from '#db/samples/placing/place-samples.ts';
import { Id } from '#db/values/id.ts';
import { holderOf, isLater } from './custody-chain.ts';
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

/**
 * Mark a sample as not found in its recorded place; it keeps that place and cannot be batched until found
 * (domain 5.4).
 */
export const markSampleNotFound = defineOperation({
  name: 'mark-sample-not-found',
  version: 1,
  kind: 'fact',
  title: 'Sample not found',
  grant: 'lab/custody:update',
  args: z.strictObject({ sampleId: Id }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const sightings = await sightingsOf(tx, sample);
    const { held: currentHold, notFound } = sightings.custody;
    const place = await readCurrentPlace(tx, sample);
    const later = isLater(context, sightings.placed);
    // The server's recorded place counts, because the device does not send where the person looked.
    const data = { position: place.position, recordedPlace: true, ...(later ? {} : { superseded: true }) };
    const lookedIn = { id: place.containerId ?? sample.id, name: place.container ?? 'no location' };
    await recordAbsence(tx, context, sample.id, lookedIn, data, sightings);
    const disposalProblem = await disposedProblem(tx, sample);
    if (disposalProblem) return merged(disposalProblem.code, disposalProblem.message);
    if (!later) return merged('SEEN_LATER', lastSeenText(context, sightings) ?? 'You saw it later.');
    if (currentHold && isLater(context, currentHold.event))
      return merged(
        'CHECKED_OUT',
        `Sample ${sample.barcode} is checked out to ${holderOf(currentHold.event)}.`,
      );
    return notFound ? merged('ALREADY_MISSING', `Sample ${sample.barcode} was already missing.`) : applied;
  },
});
