import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { specimenOf } from './find-specimen.ts';
import { stopFailedSpecimen } from './withdraw-specimen.ts';

/**
 * Stop the work on a failed specimen for good (domain 4.2). The reason of the failure decides whether it is
 * charged (8.4); the customer and the planners get an email.
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
    requireCapability(context, 'stopSpecimens');
    const row = await specimenOf(tx, specimenId);
    await stopFailedSpecimen(tx, context, row, reason);
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});
