import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { equipment } from './equipment.ts';
import { ownRow } from './own-row.ts';

/** Release equipment from its flag after a review by the lab manager; a later failure keeps the flag. */
export const releaseEquipment = defineOperation({
  name: 'release-equipment',
  version: 1,
  kind: 'intent',
  title: 'Release equipment',
  grant: 'lab/equipment:update',
  args: z.strictObject({ equipmentId: ref, reason: Reason }),
  subjects: (args) => [args.equipmentId],
  async run(tx, args, context) {
    const tool = ownRow(context, await tx.get(equipment, args.equipmentId));
    const since = tool.flaggedForReviewAt;
    if (since === null) throw refuse('NOT_FLAGGED', `${tool.name} is not flagged for review.`);
    if (since > context.occurredAt)
      throw refuse('FLAGGED_LATER', `${tool.name} was flagged again after you released it.`);
    await tx.patch(equipment, tool.id, { flaggedForReviewAt: null });
    await recordEvent(tx, context, {
      type: 'EQUIPMENT_STATUS_CHANGED',
      targetType: 'Equipment',
      targetId: tool.id,
      data: { flaggedForReview: false, reason: args.reason },
    });
    return applied;
  },
});
