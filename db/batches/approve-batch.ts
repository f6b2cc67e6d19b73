import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  defineOperation,
  type OperationContext,
  type RuleResult,
} from '#db/operation.ts';
import { PasswordProof } from '#db/protocols/signing/password-proof.ts';
import type { Signature } from '#db/protocols/signing/signature.ts';
import { SIGNATURE_FAILED } from '#db/protocols/signing/signing.ts';
import { writeSignature } from '#db/protocols/signing/write-signature.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { approvalHash } from './approval-hash.ts';
import { type Batch, batch as batchEntity } from './batch.ts';
import { approvalState, batchApproval } from './batch-approval.ts';
import { openSectionProblem } from './completion-problems.ts';
import { batchOf, plateOf, procedureOf } from './find-batch.ts';

/** The hash that the director saw, and the proof made with the PIN; older devices send neither. */
const ApprovalProof = z.strictObject({
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  proof: longText,
  passwordProof: PasswordProof.optional(),
});
type ApprovalProof = z.infer<typeof ApprovalProof>;

/** Approve and sign a completed batch as a director: its children, which were held, go to the queue. */
export const approveBatch = defineOperation({
  name: 'approve-batch',
  version: 1,
  kind: 'intent',
  title: 'Approve batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, signature: ApprovalProof.optional() }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const row = await batchOf(tx, context, args.batchId);
    const method = await procedureOf(tx, row);
    requireCapability(context, batchApproval(method.clinical));
    if (row.status !== 'COMPLETED') throw refuse('NOT_COMPLETE', `Batch ${row.julianId} is not completed.`);
    const state = approvalState(row);
    if (state === 'APPROVED') throw refuse('APPROVED', `Batch ${row.julianId} is approved already.`);
    // A director who does not know of the return must not overrule it.
    if (state === 'RETURNED')
      throw refuse(
        'RETURNED',
        `Batch ${row.julianId} is returned: ${row.directorReturnReason}. The lab manager answers first.`,
      );
    const problem = await openSectionProblem(tx, row);
    if (problem !== null) throw refuse('NOT_COMPLETE', problem);
    const approvalSignature = await signApproval(tx, context, row, args.signature);
    if (approvalSignature.verified === 'FAILED')
      return approvalProofFailed(tx, context, row, approvalSignature);
    const { occurredAt, actor } = context;
    const approval = {
      directorApproved: true,
      directorApprovedById: actor.userId,
      directorApprovedAt: occurredAt,
      directorReturnReason: null,
      directorReturnAnswer: null,
    };
    await tx.patch(batchEntity, row.id, approval);
    const data = { by: actor.name, signatureId: approvalSignature.id };
    await recordEvent(tx, context, {
      type: 'BATCH_DIRECTOR_APPROVED',
      targetType: 'Batch',
      targetId: row.id,
      data,
    });
    await releaseChildren(tx, context, row);
    return applied;
  },
});

// Online the server signs for the person after it checked the PIN and the age of the sign-in.
const signerOf = ({ deviceId, actor }: OperationContext, { passwordProof }: ApprovalProof) =>
  deviceId === null ? { secondUserId: actor.userId } : { passwordProof };

async function signApproval(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  signed: ApprovalProof | undefined,
): Promise<Signature> {
  const contentHash = await approvalHash(tx, context, row);
  if (signed && signed.contentHash !== contentHash)
    throw refuse('RECORD_CHANGED', `Batch ${row.julianId} changed after you reviewed it. Review it again.`);
  return writeSignature(tx, context, 'APPROVED', context.actor, {
    id: context.newId(),
    targetType: 'Batch',
    targetId: row.id,
    contentHash,
    // There is no proof to verify: the approval of an older device counts and is shown as not verified.
    verified: signed
      ? await context.verifyProof(contentHash, signed.proof, signerOf(context, signed))
      : 'PENDING',
    signatureProof: signed?.proof ?? null,
  });
}

// A proof that fails verification approves nothing; a conflict informs the lab manager.
async function approvalProofFailed(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  approvalSignature: Signature,
): Promise<RuleResult> {
  await openConflict(tx, context, {
    kind: SIGNATURE_FAILED,
    targetType: 'Batch',
    targetId: row.id,
    batchId: row.id,
    action: `Check the signature of ${approvalSignature.printedName} on batch ${row.julianId}`,
    mine: {
      label: `Signed by ${approvalSignature.printedName}`,
      value: { signatureId: approvalSignature.id },
    },
    theirs: null,
  });
  return conflicted(
    SIGNATURE_FAILED,
    `The signature could not be verified. Batch ${row.julianId} is not approved; approve it once more.`,
  );
}

async function releaseChildren(tx: Transaction, context: OperationContext, row: Batch): Promise<void> {
  const parents = (await plateOf(tx, row.id)).samples.map((one) => one.id);
  const children = parents.length === 0 ? [] : await tx.find(sample, { parentSampleId: parents });
  for (const child of children) {
    const isAwaitingApproval = child.status === 'RECEIVED_ON_HOLD' && child.duplicateOfSampleId === null;
    if (isAwaitingApproval)
      await changeSampleStatus(tx, context, child, 'IN_QUEUE', { reason: `${row.julianId} approved` });
  }
}
