import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { requeueFrom } from '#db/samples/requeue-one.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { ref } from '#db/values/field-types.ts';
import { readTopUp } from './read-top-up.ts';

/**
 * Continue the sequencing of a sample below its target: the rest of its library waits in the queue as a tube of its
 * own. The customer sees it; the verdict follows by itself when the sum of all runs reaches the target.
 */
export const topUpSample = defineOperation({
  name: 'top-up-sample',
  version: 1,
  kind: 'intent',
  title: 'Top up sample',
  grant: 'internal/results:update',
  args: z.strictObject({ sampleId: ref }),
  subjects: ({ sampleId }) => [sampleId],
  async run(tx, { sampleId }, context) {
    onlineOnly(context);
    await sampleOf(tx, sampleId);
    const { library, proposal, problem } = await readTopUp(tx, sampleId);
    if (problem) throw refuse(problem.code, problem.message);
    const tube = await requeueFrom(tx, context, library, { attempt: library.attempt, suffixLetter: null });
    await changeSampleStatus(tx, context, await sampleOf(tx, library.id), 'DEPLETED', {
      event: 'SAMPLE_DEPLETED',
      reason: `Re-queued as ${tube.barcode}`,
    });
    const owner = library.specimenId === null ? undefined : await tx.get(specimen, library.specimenId);
    if (!owner) return applied;
    await recordEvent(tx, context, {
      type: 'SEQUENCING_CONTINUED',
      targetType: 'Specimen',
      targetId: owner.id,
      // Only what the customer may read: no amounts of the lab.
      data: { sampleId: tube.id, barcode: tube.barcode },
      customerVisible: true,
    });
    await recordEvent(tx, context, {
      type: 'SAMPLE_REQUEUED',
      targetType: 'Sample',
      targetId: library.id,
      data: {
        sampleId: tube.id,
        barcode: tube.barcode,
        volume: proposal.volume,
        amount: proposal.amount,
        by: context.actor.name,
      },
    });
    await deriveOrderStatus(tx, context, owner.orderId);
    return applied;
  },
});
