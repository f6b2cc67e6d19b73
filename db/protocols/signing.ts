import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { conflicted, type OperationContext, type RuleResult } from '#db/operation.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref, requiredText } from '#db/values/field-types.ts';
import { assignedSection } from './assigned-section.ts';
import { PasswordProof } from './password-proof.ts';
import { sectionContentHash } from './section-content.ts';
import { earlierIncomplete, type SectionRun, valuesOf } from './section-run.ts';
import type { Signature } from './signature.ts';
import { SIGNATURE_MEANINGS, type SignatureMeaning, writeSignature } from './write-signature.ts';

/** Conflicts about signatures. */
export const SECTION_SIGNED_TWICE = 'SECTION_SIGNED_TWICE';
export const SIGNATURE_FAILED = 'SIGNATURE_FAILED';

/** What signing and reviewing take: the hash of what was seen, and the proof made with the person's PIN. */
export const SigningArgs = z.strictObject({
  assignedSectionId: ref,
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  proof: longText,
  passwordProof: PasswordProof.optional(),
  /** Sent by older devices. What is printed follows from the operation and the person; these words are ignored. */
  printedName: requiredText.optional(),
  meaning: requiredText.optional(),
});
export type SigningArgs = z.infer<typeof SigningArgs>;

/** Refuses work on a section while an earlier one is open. Its completion may still be under way from another device. */
export function assertEarlierComplete(run: SectionRun): void {
  const earlier = earlierIncomplete(run);
  if (earlier) throw refuse('WAITING_FOR_SECTION', `Complete ${earlier.section.name} first.`);
}

/** Is this the hash of the record as it is, as anybody or as the given person sees it? */
export async function isCurrentHash(run: SectionRun, contentHash: string, userId: string): Promise<boolean> {
  const { assigned, running, fields } = run;
  const hashFor = (preferring: string | null) =>
    sectionContentHash(assigned.id, running.section, valuesOf(run), fields, preferring);
  return contentHash === (await hashFor(null)) || contentHash === (await hashFor(userId));
}

/** Refuses a signature on anything but the record as it is. */
export async function assertCurrentHash(run: SectionRun, contentHash: string, userId: string): Promise<void> {
  if (await isCurrentHash(run, contentHash, userId)) return;
  throw refuse('RECORD_CHANGED', 'The record changed after you reviewed it.');
}

/** Adds a signature to a section's history. */
export async function addSignature(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  kind: SignatureMeaning,
  args: SigningArgs,
): Promise<Signature> {
  const id = context.newId();
  const verified = await context.verifyProof(args.contentHash, args.proof, {
    passwordProof: args.passwordProof,
  });
  const row = await writeSignature(tx, context, kind, context.actor, {
    id,
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    contentHash: args.contentHash,
    verified,
    signatureProof: args.proof,
  });
  await recordEvent(tx, context, {
    type: SIGNATURE_MEANINGS[kind].type === 'SIGNED' ? 'SECTION_SIGNED' : 'SECTION_REVIEWED',
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    data: { signatureId: id, verified, by: context.actor.name },
  });
  return row;
}

/** A proof that does not verify leaves the section open and alerts the lab manager (domain 5.1). */
export async function proofFailed(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  newSignature: Signature,
): Promise<RuleResult> {
  await tx.patch(assignedSection, run.assigned.id, {
    completionEventId: null,
    reopenedAt: context.occurredAt,
  });
  await alertOfProof(tx, context, run, newSignature);
  return conflicted(
    SIGNATURE_FAILED,
    'The signature could not be verified. The section is open again; sign it once more.',
  );
}

/** The lab manager hears of every proof that does not verify. */
export async function alertOfProof(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  newSignature: Signature,
): Promise<void> {
  await openConflict(tx, context, {
    kind: SIGNATURE_FAILED,
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    batchId: run.batch.id,
    assignedSectionId: run.assigned.id,
    action: `Check the signature of ${newSignature.printedName} on ${run.running.section.name}`,
    mine: { label: `Signed by ${newSignature.printedName}`, value: { signatureId: newSignature.id } },
    theirs: null,
  });
}
