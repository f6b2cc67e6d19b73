import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation } from '#db/operation.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { assignedSection } from './assigned-section.ts';
import { loadSectionRun, standingSignature } from './section-run.ts';
import { keepLateEntry, sectionSigned } from './section-signed.ts';
import { holdIfEarly } from './waiting-section.ts';

/** Notes where the work of a section departed from its method; until it is signed. An empty note takes it away. */
export const noteDeviation = defineOperation({
  name: 'note-deviation',
  version: 1,
  kind: 'intent',
  title: 'Note deviation',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref, note: longText.trim() }),
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const signed = standingSignature(run);
    if (signed) {
      if (!(await context.changedSinceSeen(assignedSection, run.assigned.id)))
        throw refuse('SECTION_SIGNED', sectionSigned(signed, context));
      return keepLateEntry(tx, context, signed, { note: args.note });
    }
    if (run.assigned.completionEventId !== null)
      throw refuse('SECTION_COMPLETED', `${run.running.section.name} is completed already.`);
    const held = await holdIfEarly(tx, context, run);
    const deviationNote = args.note === '' ? null : args.note;
    await tx.patch(assignedSection, run.assigned.id, { deviationNote });
    return held;
  },
});
