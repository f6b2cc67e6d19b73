import { requireCapability } from '#db/access/require-capability.ts';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation } from '#db/operation.ts';
import { completeSection } from './complete-section.ts';
import { sectionProblems } from './section-readiness.ts';
import { loadSectionRun, validSignature } from './section-run.ts';
import {
  addSignature,
  assertCurrentHash,
  assertEarlierComplete,
  proofFailed,
  SigningArgs,
} from './signing.ts';

/** Review a signed section; the reviewer is not the signer and signs exactly the record that they saw. */
export const reviewSection = defineOperation({
  name: 'review-section',
  version: 1,
  kind: 'intent',
  title: 'Review section',
  grant: 'lab/assigned-sections:update',
  args: SigningArgs,
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    requireCapability(context, 'reviewSections');
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const signed = validSignature(run);
    const { name } = run.running.section;
    if (run.assigned.completionEventId !== null)
      throw refuse('SECTION_COMPLETED', `${name} is completed already.`);
    if (!signed) {
      // The section was reopened and changed since, so the reviewer saw an outdated record.
      await assertCurrentHash(run, args.contentHash, context.actor.userId);
      throw refuse('NOT_SIGNED', `${name} must be signed before it is reviewed.`);
    }
    if (signed.userId === context.actor.userId)
      throw refuse('SAME_PERSON', 'The reviewer must be a different person.');
    assertEarlierComplete(run);
    await assertCurrentHash(run, args.contentHash, signed.userId);
    const [problem] = (await sectionProblems(tx, run, context.labDay)).filter(
      (one) => one.code === 'CONFLICTS_OPEN',
    );
    if (problem) throw refuse(problem.code, problem.message);
    const newSignature = await addSignature(tx, context, run, 'REVIEWED', args);
    if (newSignature.verified === 'FAILED') return proofFailed(tx, context, run, newSignature);
    return completeSection(tx, context, run);
  },
});
