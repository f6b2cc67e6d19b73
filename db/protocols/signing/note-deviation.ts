import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation, merged } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { loadSectionRun, validSignature } from '#db/protocols/sections/section-run.ts';
import { holdIfEarly } from '#db/protocols/sections/waiting-section.ts';
import { worstOf } from '#db/protocols/values/record-values.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { keepLateEntry, sectionSigned } from './section-content.ts';

/**
 * Note where the work of a section deviated from its method, until it is signed. An empty note removes the
 * note.
 */
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
    const signed = validSignature(run);
    if (signed) {
      if (!(await context.changedSinceSeen(assignedSection, run.assigned.id)))
        throw refuse('SECTION_SIGNED', sectionSigned(signed, context));
      return keepLateEntry(tx, context, signed, { note: args.note });
    }
    if (run.assigned.completionEventId !== null)
      throw refuse('SECTION_COMPLETED', `${run.running.section.name} is completed already.`);
    const holdResult = await holdIfEarly(tx, context, run);
    const { deviationNote: before } = run.assigned;
    const newNote = args.note === '' ? null : args.note;
    const changedConcurrently =
      before !== newNote && (await context.changedSinceSeen(assignedSection, run.assigned.id));
    if (before === null || !changedConcurrently) {
      await tx.patch(assignedSection, run.assigned.id, { deviationNote: newNote });
      return holdResult;
    }
    await tx.patch(assignedSection, run.assigned.id, { deviationNote: united(before, newNote) });
    return worstOf([
      holdResult,
      merged('NOTES_UNITED', 'Somebody else noted a deviation too; both notes are kept.'),
    ]);
  },
});

// Notes of two people are joined line by line, in an order that does not depend on arrival.
const united = (before: string, newNote: string | null): string =>
  [...new Set([before, newNote ?? ''].flatMap((note) => note.split('\n')))]
    .filter((line) => line !== '')
    .sort()
    .join('\n');
