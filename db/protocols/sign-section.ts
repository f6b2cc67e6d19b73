import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
} from '#db/operation.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignedSection } from './assigned-section.ts';
import { completeSection } from './complete-section.ts';
import { recalculate } from './recalculate.ts';
import { sectionProblems } from './section-readiness.ts';
import { loadSectionRun, type SectionRun, standingSignature } from './section-run.ts';
import { sectionSigned } from './section-signed.ts';
import type { Signature } from './signature.ts';
import {
  addSignature,
  alertOfProof,
  assertCurrentHash,
  assertEarlierComplete,
  proofFailed,
  SECTION_SIGNED_TWICE,
  SIGNATURE_FAILED,
  SigningArgs,
} from './signing.ts';

/** Signs a section as performed; the last needed signature completes it. */
export const signSection = defineOperation({
  name: 'sign-section',
  version: 1,
  kind: 'intent',
  title: 'Sign section',
  grant: 'lab/assigned-sections:update',
  args: SigningArgs,
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const first = standingSignature(run);
    if (first) return signedTwice(tx, context, run, first, args);
    if (run.batch.status !== 'IN_PROGRESS')
      throw refuse('BATCH_CLOSED', `Batch ${run.batch.julianId} is not in progress.`);
    assertEarlierComplete(run);
    // A section may hold nothing but calculations on its samples: no value that is recorded brings them.
    await recalculate(tx, context, run);
    await assertCurrentHash(run, args.contentHash, context.actor.userId);
    const [problem] = await sectionProblems(tx, run, context.labDay);
    if (problem) throw refuse(problem.code, problem.message);
    const made = await addSignature(tx, context, run, 'SIGNED', args);
    if (made.verified === 'FAILED') return proofFailed(tx, context, run, made);
    return run.running.section.requiresReview ? applied : completeSection(tx, context, run);
  },
});

/** Two people signed the same section (domain 5.11, case 20): the same record is one completion, another one a conflict. */
async function signedTwice(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  first: Signature,
  args: SigningArgs,
): Promise<RuleResult> {
  const text = sectionSigned(first, context);
  if (first.userId === context.actor.userId) throw refuse('SECTION_SIGNED', text);
  const made = await addSignature(tx, context, run, 'SIGNED', args);
  if (made.verified === 'FAILED') return proofFailedBeside(tx, context, run, made, text);
  if (first.contentHash === args.contentHash) return merged('SECTION_SIGNED', text);
  await tx.patch(assignedSection, run.assigned.id, { completionEventId: null });
  await openConflict(tx, context, {
    kind: SECTION_SIGNED_TWICE,
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    batchId: run.batch.id,
    assignedSectionId: run.assigned.id,
    action: `Decide which record of ${run.running.section.name} is right`,
    mine: {
      label: `Signed by ${args.printedName}`,
      value: { signatureId: made.id, assignedSectionId: run.assigned.id },
    },
    theirs: {
      userId: first.userId,
      name: first.printedName,
      occurredAt: first.occurredAt,
      label: `Signed by ${first.printedName}`,
      value: { signatureId: first.id, assignedSectionId: run.assigned.id },
    },
  });
  return conflicted(
    SECTION_SIGNED_TWICE,
    `${text} Your record differs; the completion waits for a decision.`,
  );
}

// The standing signature of the other person is not touched by a second one that does not verify; the manager hears of it.
async function proofFailedBeside(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  made: Signature,
  text: string,
): Promise<RuleResult> {
  await alertOfProof(tx, context, run, made);
  return conflicted(SIGNATURE_FAILED, `${text} Your signature could not be verified and does not count.`);
}
