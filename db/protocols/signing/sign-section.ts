import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { assertSectionWork } from '#db/batches/batch-approval.ts';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { completeSection, sectionProblems } from '#db/protocols/sections/complete-section.ts';
import { loadSectionRun, type SectionRun, validSignature } from '#db/protocols/sections/section-run.ts';
import { recalculate } from '#db/protocols/values/recalculate.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import {
  isReadingDue,
  requireReviewTraining,
  requireTraining,
  signAsSupervisor,
} from './require-competence.ts';
import { sectionSigned } from './section-content.ts';
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

/** Format the warning of a signature by somebody who has not read the version. */
const unreadWarning = ({ name, procedureVersion }: SectionRun['procedure']): string =>
  `You have not confirmed that you read version ${procedureVersion} of ${name}. Confirm it before your next section.`;

/** Sign a section as performed; the last needed signature completes it. */
export const signSection = defineOperation({
  name: 'sign-section',
  version: 1,
  kind: 'intent',
  title: 'Sign section',
  grant: 'lab/assigned-sections:update',
  args: SigningArgs.extend({
    /** A trained colleague who signs with somebody who is not trained, with the PIN of the colleague. */
    supervisorUserId: ref.optional(),
    supervisorProof: longText.optional(),
  }),
  subjects: (args) => [args.assignedSectionId],
  async run(tx, args, context) {
    const run = await loadSectionRun(tx, context, args.assignedSectionId);
    const first = validSignature(run);
    if (first?.userId === context.actor.userId) throw refuse('SECTION_SIGNED', sectionSigned(first, context));
    const supervisor = await requireTraining(tx, context, run.procedure, args);
    if (first) return signedTwice(tx, context, run, first, args);
    assertSectionWork(run.batch);
    assertEarlierComplete(run);
    // A section may contain only calculations on its samples; then no recorded value triggers them.
    await recalculate(tx, context, run);
    await assertCurrentHash(run, args.contentHash, context.actor.userId);
    const [problem] = await sectionProblems(tx, run, context.labDay);
    if (problem) throw refuse(problem.code, problem.message);
    const newSignature = await addSignature(tx, context, run, 'PERFORMED', args);
    if (newSignature.verified === 'FAILED') return proofFailed(tx, context, run, newSignature);
    if (supervisor)
      await signAsSupervisor(tx, context, run, { ...supervisor, contentHash: args.contentHash });
    const result =
      run.running.section.requiresReview && !supervisor ? applied : await completeSection(tx, context, run);
    // The page asks for the reading first; work that arrives from an older app still counts, and says so.
    return result.outcome === 'APPLIED' && (await isReadingDue(tx, context, run.procedure))
      ? warned('NOT_READ', unreadWarning(run.procedure))
      : result;
  },
});

/**
 * Handle a second signature on one section (domain 5.11, case 20): the same record is one completion, another
 * record a conflict.
 */
async function signedTwice(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  first: Signature,
  args: SigningArgs,
): Promise<RuleResult> {
  const text = sectionSigned(first, context);
  const newSignature = await addSignature(tx, context, run, 'PERFORMED', args);
  if (newSignature.verified === 'FAILED')
    return recordFailedSecondProof(tx, context, run, newSignature, text);
  if (first.contentHash === args.contentHash) {
    if (newSignature.occurredAt >= first.occurredAt) return merged('SECTION_SIGNED', text);
    await completeEarlier(tx, context, run);
    return merged('SECTION_SIGNED', `${text} You signed the same record before, so your signature counts.`);
  }
  await tx.patch(assignedSection, run.assigned.id, { completionEventId: null });
  await openConflict(tx, context, {
    kind: SECTION_SIGNED_TWICE,
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    batchId: run.batch.id,
    assignedSectionId: run.assigned.id,
    action: `Decide which record of ${run.running.section.name} is right`,
    mine: {
      label: `Signed by ${newSignature.printedName}`,
      value: { signatureId: newSignature.id, assignedSectionId: run.assigned.id },
    },
    theirs: {
      userId: first.userId,
      name: first.printedName,
      occurredAt: first.occurredAt,
      label: `Signed by ${first.printedName}`,
      value: { signatureId: first.id, assignedSectionId: run.assigned.id },
    },
  });
  return conflicted(SECTION_SIGNED_TWICE, `${text} Your record differs; completion needs a decision.`);
}

// Of two signatures on the same record the earliest completes the section, whichever arrived first
// (domain-lab 23, D30). The effects of the completion are not repeated; a reviewed section stays completed by
// its review.
async function completeEarlier(tx: Transaction, context: OperationContext, run: SectionRun): Promise<void> {
  const { assigned, running } = run;
  if (assigned.completionEventId === null || running.section.requiresReview) return;
  const history = await tx.find(event, { targetId: assigned.id });
  const completion = history.find((one) => one.id === assigned.completionEventId);
  const drawnAmounts = completion?.data['drawn'];
  const completionEventId = await recordEvent(tx, context, {
    type: 'SECTION_COMPLETED',
    targetType: 'AssignedSection',
    targetId: assigned.id,
    data: {
      section: running.section.name,
      by: context.actor.name,
      ...(drawnAmounts === undefined ? {} : { drawn: drawnAmounts }),
    },
  });
  await tx.patch(assignedSection, assigned.id, { completionEventId });
}

// A second signature that does not verify leaves the first person's signature untouched; the manager is
// notified.
async function recordFailedSecondProof(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  newSignature: Signature,
  text: string,
): Promise<RuleResult> {
  await alertOfProof(tx, context, run, newSignature);
  return conflicted(SIGNATURE_FAILED, `${text} Your signature could not be verified and does not count.`);
}

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
    await requireReviewTraining(tx, context, run.procedure);
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
    assertSectionWork(run.batch);
    assertEarlierComplete(run);
    await recalculate(tx, context, run);
    const [problem] = await sectionProblems(tx, run, context.labDay);
    if (problem) throw refuse(problem.code, problem.message);
    return completeSection(tx, context, run);
  },
});
