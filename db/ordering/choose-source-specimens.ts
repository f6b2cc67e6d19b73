import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { MAX_SPECIMENS } from './draft-form.ts';
import { openDraft, staleOrder } from './order-access-scope.ts';
import { takeOverSpecimens } from './take-over-specimens.ts';

/**
 * Choose again the specimens of the earlier order with which a rework or supplemental order continues (domain
 * 6.5).
 */
export const chooseSourceSpecimens = defineOperation({
  name: 'choose-source-specimens',
  version: 1,
  kind: 'intent',
  title: 'Choose specimens of earlier order',
  grant: 'create-order:read',
  args: z.strictObject({
    orderId: Id,
    seenVersion: z.int(),
    specimenIds: z.array(Id).min(1, 'Choose at least one specimen.').max(MAX_SPECIMENS),
  }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, seenVersion, specimenIds }, context) {
    const { row } = await openDraft(tx, context, orderId);
    if (row.version !== seenVersion) throw staleOrder();
    await takeOverSpecimens(tx, context, row, specimenIds);
    return applied;
  },
});
