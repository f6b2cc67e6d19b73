import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import { sample } from '#db/samples/sample.ts';
import { SAMPLE_LIFECYCLE } from '#db/samples/sample-lifecycle.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeSpecimenStatus } from './change-specimen-status.ts';
import { assertRole, MAY_STOP } from './deciding-roles.ts';
import { specimenOf } from './find-specimen.ts';
import { withdrawSample } from './withdraw-specimen.ts';

/**
 * Stops the work on a specimen that failed, for good (domain 4.2). Why it failed decides whether it is charged (8.4); the
 * customer and the planners are written to.
 */
export const stopSpecimen = defineOperation({
  name: 'stop-specimen',
  version: 1,
  kind: 'intent',
  title: 'Stop work on specimen',
  grant: 'lab/specimens:update',
  args: z.strictObject({ specimenId: Id, reason: Reason }),
  subjects: ({ specimenId }) => [specimenId],
  async run(tx, { specimenId, reason }, context) {
    assertRole(context.actor.role, MAY_STOP);
    const row = await specimenOf(tx, specimenId);
    await changeSpecimenStatus(tx, context, row, 'FAILED_QC_CANCELED', { reason });
    for (const one of await tx.find(sample, { specimenId })) {
      if (one.status === 'FAILED_QC')
        await changeSampleStatus(tx, context, one, 'FAILED_QC_CANCELED', { reason });
      else if (SAMPLE_LIFECYCLE[one.status].includes('CANCELED'))
        await withdrawSample(tx, context, one, reason);
    }
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});
