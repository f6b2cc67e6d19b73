import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { assignedSection } from './assigned-section.ts';
import { withMark } from './section-marks.ts';
import { loadSectionRun, validSignature } from './section-run.ts';
import { keepLateEntry } from './section-signed.ts';
import { holdIfEarly } from './waiting-section.ts';

/** Tick a step as done, or remove the tick; in any order inside a section, until it is signed. */
export const tickStep = defineOperation({
  name: 'tick-step',
  version: 1,
  kind: 'fact',
  title: 'Tick step',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref, stepId: ref, done: z.boolean() }),
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const known = run.steps.some((one) => one.id === args.stepId && one.sectionId === run.assigned.sectionId);
    if (!known) throw refuse('NOT_FOUND', 'Not found.');
    const signed = validSignature(run);
    if (signed) return keepLateEntry(tx, context, signed, { stepId: args.stepId, done: args.done });
    const holdResult = await holdIfEarly(tx, context, run);
    const { userId, name: by } = context.actor;
    const tick = { userId, by, occurredAt: context.occurredAt, ...(args.done ? {} : { done: false }) };
    const stepTicks = withMark(run.assigned.stepTicks, args.stepId, tick);
    await tx.patch(assignedSection, run.assigned.id, { stepTicks });
    return holdResult;
  },
});
