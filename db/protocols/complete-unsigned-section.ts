import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { completeSection } from './complete-section.ts';
import { recalculate } from './recalculate.ts';
import { sectionProblems } from './section-readiness.ts';
import { loadSectionRun } from './section-run.ts';
import { assertEarlierComplete } from './signing.ts';

/** Complete a section whose method requires no signature. */
export const completeUnsignedSection = defineOperation({
  name: 'complete-section',
  version: 1,
  kind: 'intent',
  title: 'Complete section',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({ assignedSectionId: ref }),
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const { name, requiresSignature, requiresReview } = run.running.section;
    if (requiresSignature || requiresReview) throw refuse('SIGNATURE_NEEDED', `${name} must be signed.`);
    if (run.assigned.completionEventId !== null)
      throw refuse('SECTION_COMPLETED', `${name} is completed already.`);
    if (run.batch.status !== 'IN_PROGRESS')
      throw refuse('BATCH_CLOSED', `Batch ${run.batch.julianId} is not in progress.`);
    assertEarlierComplete(run);
    await recalculate(tx, context, run);
    const [problem] = await sectionProblems(tx, run, context.labDay);
    if (problem) throw refuse(problem.code, problem.message);
    return completeSection(tx, context, run);
  },
});
