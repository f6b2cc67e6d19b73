import { hasCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Signer, writeSignature } from '#db/protocols/signing/write-signature.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';

/** The second person's PIN signature over the operation. */
export interface Review {
  reviewerUserId: string | null;
  reviewerProof: string | null;
}

/**
 * Compute the hash that a reviewer signs when samples leave the lab: the operation, its id, the samples in
 * order, the reason.
 */
export const endHash = (
  operationName: string,
  args: { bulkId: string; sampleIds: readonly string[]; reason: string },
): Promise<string> =>
  sha256(
    canonicalJson({
      act: operationName,
      bulkId: args.bulkId,
      reason: args.reason,
      sampleIds: [...args.sampleIds].sort(),
    }),
  );

/** Require another bench person's REVIEWED signature and store it on the samples; returns who signed. */
export async function requireSecondPerson(
  tx: Transaction,
  context: OperationContext,
  review: Review,
  signed: { hash: string; sampleIds: readonly string[] },
): Promise<Signer> {
  const { reviewerUserId, reviewerProof } = review;
  if (reviewerUserId === null || reviewerProof === null) {
    throw refuse('REVIEW_MISSING', 'A second person must review this for clinical samples.');
  }
  if (reviewerUserId === context.actor.userId)
    throw refuse('SAME_PERSON', 'The reviewer must be a different person.');
  const reviewer = (await tx.find(person, { userId: reviewerUserId })).find((one) => !one.deactivated);
  const mayReview = reviewer && hasCapability(reviewer.role, 'confirmAsSecondPerson');
  if (!mayReview) throw refuse('UNKNOWN_PERSON', 'Choose a reviewer who works at the bench.');
  const verified = await context.verifyProof(signed.hash, reviewerProof, {
    secondUserId: reviewerUserId,
  });
  if (verified === 'FAILED')
    throw refuse('REVIEW_FAILED', 'The signature of the reviewer could not be verified. Sign again.');
  for (const sampleId of signed.sampleIds) {
    await writeSignature(tx, context, 'REVIEWED', reviewer, {
      id: context.newId(),
      targetType: 'Sample',
      targetId: sampleId,
      contentHash: signed.hash,
      verified,
      signatureProof: reviewerProof,
    });
  }
  return reviewer;
}
