import { defineOperation } from '#db/operation.ts';
import { retentionProblem, returnShipmentProblem, unfinishedProblem } from './end-guards.ts';
import { EndArgs, endSamples } from './end-samples.ts';

/** Dispose of samples: the location becomes DISPOSED, the volume 0, and nobody can use them (domain 5.4). */
export const disposeSamples = defineOperation({
  name: 'dispose-samples',
  version: 1,
  kind: 'intent',
  title: 'Dispose of samples',
  grant: 'lab/custody:update',
  args: EndArgs,
  subjects: (args) => args.sampleIds,
  run: (tx, args, context) =>
    endSamples(tx, context, args, {
      place: 'DISPOSED',
      event: 'SAMPLE_DISPOSED',
      guard: async (reader, sample) =>
        (await unfinishedProblem(reader, sample)) ?? (await retentionProblem(reader, sample, context.labDay)),
    }),
});

/** Send remaining material back to the client with a return shipment (domain 5.4). */
export const sendSamplesToClient = defineOperation({
  name: 'send-samples-to-client',
  version: 1,
  kind: 'intent',
  title: 'Send samples to client',
  grant: 'lab/custody:update',
  args: EndArgs,
  subjects: (args) => args.sampleIds,
  run: (tx, args, context) =>
    endSamples(tx, context, args, {
      place: 'SENT_TO_CLIENT',
      event: 'SAMPLE_SENT_TO_CLIENT',
      guard: async (reader, sample) =>
        (await unfinishedProblem(reader, sample)) ?? (await returnShipmentProblem(reader, sample)),
    }),
});
