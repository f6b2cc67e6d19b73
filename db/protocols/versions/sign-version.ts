import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Signature, signature } from '#db/protocols/signing/signature.ts';
import { writeSignature } from '#db/protocols/signing/write-signature.ts';
import { ContentHash } from '#db/protocols/versions/version-rules.ts';
import type { Transaction } from '#db/transaction.ts';
import { instant, ref, text } from '#db/values/field-types.ts';

/** Refuse a signature on something else than what the version is now. */
export function requireUnchanged(contentHash: string, readHash: string): void {
  if (contentHash !== readHash)
    throw refuse('RECORD_CHANGED', 'This version changed after you reviewed it. Review it again.');
}

/** Refuse a first day that is over. */
export function requireFutureDay({ labDay }: OperationContext, effectiveFrom: string | null): void {
  if (effectiveFrom !== null && effectiveFrom < labDay)
    throw refuse('VALIDATION', 'The first day is over. Choose today or a later day.');
}

/** Write the signature of the person who approves a version; refuse when the proof of the PIN does not verify. */
export async function signVersion(
  tx: Transaction,
  context: OperationContext,
  signed: {
    targetType: 'Procedure' | 'Flow' | 'Protocol' | 'Analysis';
    targetId: string;
    contentHash: string;
  },
  proof: string,
): Promise<Signature> {
  const verified = await context.verifyProof(signed.contentHash, proof, {
    secondUserId: context.actor.userId,
  });
  if (verified === 'FAILED')
    throw refuse('SIGNATURE_FAILED', 'The signature could not be verified. Sign again with your PIN.');
  return writeSignature(tx, context, 'SIGNED_OFF', context.actor, {
    id: context.newId(),
    ...signed,
    verified,
    signatureProof: proof,
  });
}

/**
 * Return when an approved version begins: at once, or on its first lab day, on which the job of that day makes
 * the switch.
 */
export const activationOf = (
  { labDay, occurredAt }: OperationContext,
  effectiveFrom: string | null,
): string | null => (effectiveFrom !== null && effectiveFrom > labDay ? null : occurredAt);

/** Check whether an approved version has to be activated now: its first day has come and nobody did. */
export const isDue = (
  row: { status: string; activatedAt: string | null; effectiveFrom: string | null },
  labDay: string,
): boolean =>
  (row.status === 'APPROVED' || row.status === 'ACTIVE') &&
  row.activatedAt === null &&
  row.effectiveFrom !== null &&
  row.effectiveFrom <= labDay;

/** A signature on a version, and whether it covers what the version is now. */
export const VersionSignature = z.object({
  id: ref,
  printedName: text,
  role: text.nullable(),
  meaning: text,
  occurredAt: instant,
  contentHash: ContentHash,
  verified: signature.schema.shape.verified,
  /** The proof of the PIN was checked, and nothing changed since. */
  valid: z.boolean(),
});
export type VersionSignature = z.infer<typeof VersionSignature>;

/** An author of a version, with the name for the screen. */
export const VersionAuthor = z.object({ userId: ref, name: text });

/** A person who may become an author, and whether they would otherwise decide about the version. */
export const AuthorChoice = VersionAuthor.extend({
  decides: z.boolean(),
  /** Tells people of one name apart; null for a name that only one of them has. */
  email: text.nullable(),
});
export type AuthorChoice = z.infer<typeof AuthorChoice>;
