import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { person } from '#db/identity/person.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { clockOf, clockOfEvent, recordEvent } from '#db/records/events/record-event.ts';
import { doneBy } from '#db/samples/custody/custody-chain.ts';
import { ref } from '#db/values/field-types.ts';
import { assignedSection } from './assigned-section.ts';
import { assignedSectionOf } from './section-run.ts';

/** Plan who runs a section; anybody at the bench may still take over. */
export const assignSection = defineOperation({
  name: 'assign-section',
  version: 1,
  kind: 'intent',
  title: 'Assign section',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref, userId: ref.nullable() }),
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    const row = await assignedSectionOf(tx, context, args.assignedSectionId);
    if (args.userId !== null && (await tx.find(person, { userId: args.userId })).length === 0) {
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    }
    const plans = await tx.find(event, { targetId: row.id });
    const clock = clockOf(context.occurredAt, context.operationId);
    const later = plans.find((one) => one.type === 'SECTION_ASSIGNED' && clockOfEvent(one) > clock);
    if (!later) await tx.patch(assignedSection, row.id, { assignedUserId: args.userId });
    await recordEvent(tx, context, {
      type: 'SECTION_ASSIGNED',
      targetType: 'AssignedSection',
      targetId: row.id,
      data: { from: row.assignedUserId, to: args.userId, by: context.actor.name },
    });
    if (later) return merged('ASSIGNED_LATER', `${doneBy(later)} assigned it later; that applies.`);
    return applied;
  },
});
