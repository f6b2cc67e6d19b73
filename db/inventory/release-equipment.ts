import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { equipment } from './equipment.ts';

/** Takes the flag off equipment after the lab manager has looked at it; a failure that came later keeps it on. */
export const releaseEquipment = defineOperation({
  name: 'release-equipment',
  version: 1,
  kind: 'intent',
  title: 'Release equipment',
  grant: 'lab/equipment:update',
  args: z.strictObject({ equipmentId: ref, reason: longText.trim().min(1, 'A reason is required.') }),
  subjects: (args) => [args.equipmentId],
  async run(tx, args, context) {
    const tool = await tx.get(equipment, args.equipmentId);
    if (!tool || tool.deleted || tool.entity !== context.actor.entity)
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const since = tool.flaggedForReviewAt;
    if (since === null) throw refuse('NOT_FLAGGED', `${tool.name} is not flagged for review.`);
    if (since > context.occurredAt)
      throw refuse('FLAGGED_LATER', `${tool.name} was flagged again after you released it.`);
    await tx.patch(equipment, tool.id, { flaggedForReviewAt: null });
    await recordEvent(tx, context, {
      type: 'EQUIPMENT_STATUS_CHANGED',
      targetType: 'Equipment',
      targetId: tool.id,
      data: { flaggedForReview: false, reason: args.reason, by: context.actor.name },
    });
    return applied;
  },
});
