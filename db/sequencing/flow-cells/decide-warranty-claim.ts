import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { flowCell, flowCellOf } from './flow-cell.ts';

/** Record what the manufacturer answered to the claim on a flow cell. */
export const decideWarrantyClaim = defineOperation({
  name: 'decide-warranty-claim',
  version: 1,
  kind: 'intent',
  title: 'Decide warranty claim',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ cellId: ref, decision: z.enum(['ACCEPTED', 'REFUSED']), reason: Reason }),
  subjects: ({ cellId }) => [cellId],
  async run(tx, { cellId, decision, reason }, context) {
    onlineOnly(context);
    requireCapability(context, 'decideWarrantyClaims');
    const cell = await flowCellOf(tx, context, cellId);
    if (cell.warrantyClaim !== 'OPEN')
      throw refuse('NO_CLAIM', `Flow cell ${cell.flowCellId} has no open claim.`);
    await tx.patch(flowCell, cellId, { warrantyClaim: decision, claimReason: reason });
    await recordEvent(tx, context, {
      type: 'WARRANTY_CLAIM_DECIDED',
      targetType: 'FlowCell',
      targetId: cellId,
      data: { to: decision, reason },
    });
    return applied;
  },
});
