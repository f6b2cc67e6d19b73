import { z } from 'zod';
import { applied, defineOperation, warned } from '#db/operation.ts';
import { sampleOf } from '#db/samples/find-placed.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { wasStartedConcurrently } from './claim-layout.ts';
import { claimPlace } from './claim-place.ts';
import { assertNotStarted, batchOf, plateOf, procedureOf } from './find-batch.ts';
import { placeOne, recordPlacing } from './place-one.ts';
import { plateWarning } from './plate-warning.ts';

/** Put a queued sample in a well of a batch plate, or move it to another well of the batch. */
export const placeSample = defineOperation({
  name: 'place-sample',
  version: 1,
  kind: 'intent',
  title: 'Place sample in batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, sampleId: ref, plateLocation: WellName }),
  subjects: (args) => [args.batchId, args.sampleId],
  buildsOn: (args) => [args.sampleId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const startedConcurrently = await wasStartedConcurrently(context, batch);
    if (!startedConcurrently) assertNotStarted(batch);
    const row = await sampleOf(tx, args.sampleId);
    const plate = await plateOf(tx, batch.id);
    const placing = {
      batch,
      procedure: await procedureOf(tx, batch),
      layout: plate.layout,
      held: plate.samples.length,
    };
    if (startedConcurrently) return claimPlace(tx, context, placing, plate, row, args.plateLocation);
    const result = await placeOne(tx, context, placing, row, args.plateLocation);
    if (result.outcome === 'CONFLICT' || result.outcome === 'MERGED') return result;
    await recordPlacing(tx, context, batch.id, {
      id: row.id,
      barcode: row.barcode,
      well: args.plateLocation,
    });
    if (result.outcome !== 'APPLIED') return result;
    const text = await plateWarning(tx, (await plateOf(tx, batch.id)).samples, [row.id]);
    return text === null ? applied : warned('PLATE', text);
  },
});
