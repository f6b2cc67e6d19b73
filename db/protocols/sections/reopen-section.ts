import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { assertSectionWork } from '#db/batches/batch-approval.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { assignedSection } from './assigned-section.ts';
import { loadSectionRun, type SectionRun, validSignature } from './section-run.ts';
import { holdLaterWork } from './waiting-section.ts';

/**
 * Reopen a signed section with a reason: the completion is void, all signatures stay in the history. A batch
 * that its director returned stays completed meanwhile (domain-lab 14).
 */
export const reopenSection = defineOperation({
  name: 'reopen-section',
  version: 1,
  kind: 'intent',
  title: 'Reopen section',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref, reason: longText.trim().min(1, 'A reason is required.') }),
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    requireCapability(context, 'decideQuality');
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const { order, name } = run.running.section;
    assertSectionWork(run.batch);
    if (run.assigned.completionEventId === null && !validSignature(run)) {
      throw refuse('SECTION_OPEN', `${name} is open already.`);
    }
    const next = run.all.find((one) => one.section.order > order && one.assigned.completionEventId !== null);
    if (next) throw refuse('NEXT_COMPLETED', `Reopen ${next.section.name} first.`);
    await tx.patch(assignedSection, run.assigned.id, {
      completionEventId: null,
      reopenedAt: latest(run, context.occurredAt),
    });
    await recordEvent(tx, context, {
      type: 'SECTION_REOPENED',
      targetType: 'AssignedSection',
      targetId: run.assigned.id,
      data: {
        reason: args.reason,
        completionEventId: run.assigned.completionEventId,
        by: context.actor.name,
      },
    });
    await holdLaterWork(tx, context, await loadSectionRun(tx, context, run.assigned.id));
    return applied;
  },
});

// Signatures up to the reopening no longer count, even those of a device whose clock is ahead.
const latest = (run: SectionRun, occurredAt: string): string =>
  [...run.signatures.map((one) => one.occurredAt), occurredAt].sort().at(-1) ?? occurredAt;
