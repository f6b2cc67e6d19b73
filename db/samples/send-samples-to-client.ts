import { defineOperation } from '#db/operation.ts';
import { returnShipmentProblem, unfinishedProblem } from './end-guards.ts';
import { EndArgs, endSamples } from './end-samples.ts';

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
