import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { assertProcedureTransition, type Procedure, procedure } from '#db/protocols/procedure.ts';
import { writeSignature } from '#db/protocols/signing/write-signature.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { date, longText, ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { draftOf, openProcedure } from './open-procedure.ts';
import { procedureHash } from './procedure-content.ts';
import { procedureDraft } from './procedure-draft.ts';
import { procedureProblems } from './procedure-problems.ts';
import { approvedFlowsOf, replaceEarlierVersions } from './replace-earlier.ts';
import { replaceSectionRows } from './write-section-rows.ts';

/** Check whether a role decides about a procedure: the clinical director about clinical ones. */
export const maySignOff = (role: Role, clinical: boolean): boolean =>
  hasCapability(role, clinical ? 'signOffClinicalProcedures' : 'signOffResearchProcedures');

/** Return a version that is submitted, for the decision of a director who did not write it. */
async function openSubmitted(
  tx: Transaction,
  context: OperationContext,
  procedureId: string,
): Promise<Procedure> {
  const row = await openProcedure(tx, context, procedureId);
  if (!maySignOff(context.actor.role, row.clinical)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (row.status !== 'PENDING_APPROVAL' || row.submittedAt === null)
    throw refuse('NOT_SUBMITTED', 'This version is not waiting for approval.');
  if (row.authorIds.includes(context.actor.userId))
    throw refuse('OWN_VERSION', 'You wrote this version. Another director decides about it.');
  return row;
}

/** Return the hash of the SOP file of a version; null without a file. */
export async function documentHashOf(
  tx: Transaction,
  { documentFileId }: Pick<Procedure, 'documentFileId'>,
): Promise<string | null> {
  const file = documentFileId === null ? undefined : await tx.get(s3File, documentFileId);
  return file?.sha256 ?? null;
}

/** The flows that take the new version must use an earlier version of the same procedure. */
async function requireFlowsOfCode(
  tx: Transaction,
  row: Procedure,
  flowIds: readonly string[],
): Promise<void> {
  const versions = await tx.find(procedure, { code: row.code, status: 'APPROVED' });
  const known = new Set<string>();
  for (const version of versions) for (const { id } of await approvedFlowsOf(tx, version)) known.add(id);
  if (flowIds.some((id) => !known.has(id)))
    throw refuse('FLOW_CHANGED', 'A flow changed meanwhile. Load the page again and choose the flows.');
}

/**
 * Approve a version with PIN. Its sections become rows, and on its first day it replaces the earlier version
 * in the chosen flows.
 */
export const signOffProcedure = defineOperation({
  name: 'sign-off-procedure',
  version: 1,
  kind: 'intent',
  title: 'Approve procedure',
  grant: 'lab/procedures/sign-off:update',
  args: z.strictObject({
    procedureId: ref,
    /** The hash of what the director read. */
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    /** Made by the server when it has checked the PIN. */
    proof: longText,
    /** The first lab day of the version; null for at once. */
    effectiveFrom: date.nullable(),
    updateFlowIds: z.array(ref).max(200),
  }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, args, context) {
    const row = await openSubmitted(tx, context, args.procedureId);
    const draft = await draftOf(tx, row);
    const contentHash = await procedureHash(row, draft.sections, await documentHashOf(tx, row));
    if (contentHash !== args.contentHash)
      throw refuse('RECORD_CHANGED', 'This version changed after you reviewed it. Review it again.');
    if ((await procedureProblems(tx, row, draft.sections)).length > 0)
      throw refuse('INCOMPLETE', 'This version has problems. Reject it, so that its authors correct them.');
    if (args.effectiveFrom !== null && args.effectiveFrom < context.labDay)
      throw refuse('VALIDATION', 'The first day is over. Choose today or a later day.');
    await requireFlowsOfCode(tx, row, args.updateFlowIds);
    const { proof } = args;
    const verified = await context.verifyProof(contentHash, proof, { secondUserId: context.actor.userId });
    if (verified === 'FAILED')
      throw refuse('SIGNATURE_FAILED', 'The signature could not be verified. Sign again with your PIN.');
    const signature = await writeSignature(tx, context, 'SIGNED_OFF', context.actor, {
      id: context.newId(),
      targetType: 'Procedure',
      targetId: row.id,
      contentHash,
      verified,
      signatureProof: proof,
    });
    assertProcedureTransition(row.status, 'APPROVED');
    const startsLater = args.effectiveFrom !== null && args.effectiveFrom > context.labDay;
    const approved = await tx.patch(procedure, row.id, {
      status: 'APPROVED',
      signOffById: context.actor.userId,
      signOffAt: context.occurredAt,
      effectiveFrom: args.effectiveFrom,
      activatedAt: startsLater ? null : context.occurredAt,
      updateFlowIds: args.updateFlowIds,
      rejectedById: null,
      rejectedAt: null,
      rejectionReason: null,
    });
    await replaceSectionRows(tx, context, row.id, draft.sections);
    await tx.patch(procedureDraft, draft.id, { deleted: true });
    await recordEvent(tx, context, {
      type: 'PROCEDURE_SIGNED_OFF',
      targetType: 'Procedure',
      targetId: row.id,
      data: { by: context.actor.name, signatureId: signature.id, effectiveFrom: approved.effectiveFrom },
    });
    if (!startsLater) await replaceEarlierVersions(tx, context, approved);
    return applied;
  },
});

/** Return a submitted version to its authors, with the reason. */
export const rejectProcedure = defineOperation({
  name: 'reject-procedure',
  version: 1,
  kind: 'intent',
  title: 'Reject procedure',
  grant: 'lab/procedures/reject:update',
  args: z.strictObject({ procedureId: ref, reason: Reason }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId, reason }, context) {
    const row = await openSubmitted(tx, context, procedureId);
    assertProcedureTransition(row.status, 'REJECTED');
    await tx.patch(procedure, procedureId, {
      status: 'REJECTED',
      rejectedById: context.actor.userId,
      rejectedAt: context.occurredAt,
      rejectionReason: reason,
    });
    await recordEvent(tx, context, {
      type: 'PROCEDURE_REJECTED',
      targetType: 'Procedure',
      targetId: procedureId,
      data: { by: context.actor.name, reason },
    });
    return applied;
  },
});

/**
 * Let a version whose first day has come replace the earlier one; returns false when it does not wait for its
 * day. The job of each lab day runs this.
 */
export async function activateVersion(
  tx: Transaction,
  context: OperationContext,
  row: Procedure,
): Promise<boolean> {
  const { status, activatedAt, effectiveFrom } = row;
  if (status !== 'APPROVED' || activatedAt !== null || effectiveFrom === null) return false;
  if (effectiveFrom > context.labDay) return false;
  const active = await tx.patch(procedure, row.id, { activatedAt: context.occurredAt });
  await replaceEarlierVersions(tx, context, active);
  return true;
}
