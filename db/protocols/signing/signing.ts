import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { conflicted, type OperationContext, type RuleResult } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { earlierIncomplete, type SectionRun, valuesOf } from '#db/protocols/sections/section-run.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref, requiredText } from '#db/values/field-types.ts';
import { PasswordProof } from './password-proof.ts';
import { sectionContentHash } from './section-content.ts';
import type { Signature } from './signature.ts';
import { SIGNATURE_MEANINGS, type SignatureMeaning, writeSignature } from './write-signature.ts';

/** Conflicts about signatures. */
export const SECTION_SIGNED_TWICE = 'SECTION_SIGNED_TWICE';
export const SIGNATURE_FAILED = 'SIGNATURE_FAILED';

/**
 * The arguments of signing and reviewing: the hash of what the person saw, and the proof made with the
 * person's PIN.
 */
export const SigningArgs = z.strictObject({
  assignedSectionId: ref,
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  proof: longText,
  passwordProof: PasswordProof.optional(),
  /** Sent by older devices and ignored: the operation and the person determine the printed words. */
  printedName: requiredText.optional(),
  meaning: requiredText.optional(),
});
export type SigningArgs = z.infer<typeof SigningArgs>;

/**
 * Refuse work on a section while an earlier one is open. Another device may still be about to send its
 * completion.
 */
export function assertEarlierComplete(run: SectionRun): void {
  const earlier = earlierIncomplete(run);
  if (earlier) throw refuse('WAITING_FOR_SECTION', `Complete ${earlier.section.name} first.`);
}

/** Check whether this is the hash of the current record, as anybody or as the given person sees it. */
async function isCurrentHash(run: SectionRun, contentHash: string, userId: string): Promise<boolean> {
  const { assigned, running, fields } = run;
  const hashFor = (preferring: string | null) =>
    sectionContentHash(assigned.id, running.section, valuesOf(run), fields, preferring);
  return contentHash === (await hashFor(null)) || contentHash === (await hashFor(userId));
}

/** Refuse a signature on anything but the current record. */
export async function assertCurrentHash(run: SectionRun, contentHash: string, userId: string): Promise<void> {
  if (await isCurrentHash(run, contentHash, userId)) return;
  throw refuse('RECORD_CHANGED', 'The record changed after you reviewed it.');
}

/** Add a signature to a section's history. */
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

/** Leave the section open when a proof does not verify, and alert the lab manager (domain 5.1). */
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

/** Notify the lab manager of a proof that does not verify. */
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
