import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Flow, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { isClinicalFlow } from '#db/protocols/flows/flow-content.ts';
import { assertProcedureTransition, type Procedure, procedure } from '#db/protocols/procedure.ts';
import {
  activationOf,
  isDue,
  requireFutureDay,
  requireUnchanged,
  signVersion,
} from '#db/protocols/versions/sign-version.ts';
import { ContentHash, mayApproveMethod, requireDecider } from '#db/protocols/versions/version-rules.ts';
import { event } from '#db/records/events/event.ts';
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
  requireDecider(context, row, maySignOff(context.actor.role, row.clinical));
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

/**
 * The flows that take the new version use an earlier version of the same procedure, and the director may approve
 * flows like them.
 */
async function requireFlowsOfCode(
  tx: Transaction,
  { actor }: OperationContext,
  row: Procedure,
  flowIds: readonly string[],
): Promise<void> {
  const versions = await tx.find(procedure, { code: row.code, status: 'APPROVED' });
  const known = new Map<string, Flow>();
  for (const version of versions)
    for (const one of await approvedFlowsOf(tx, version)) known.set(one.id, one);
  for (const id of flowIds) {
    const one = known.get(id);
    if (!one)
      throw refuse('FLOW_CHANGED', 'A flow changed meanwhile. Load the page again and choose the flows.');
    const updated = { ...one, [PROCEDURE_ID_FIELD[row.batchType]]: row.id };
    if (!mayApproveMethod(actor.role, await isClinicalFlow(tx, updated)))
      throw refuse(
        'FLOW_NOT_YOURS',
        `You may not approve flow ${one.name}. Leave it out, then start its new version.`,
      );
  }
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
    contentHash: ContentHash,
    /** Made by the server when it has checked the PIN. */
    proof: longText,
    /** The first lab day of the version; null for at once. */
    effectiveFrom: date.nullable(),
    updateFlowIds: z.array(ref).max(200),
    /** Specimens of these flows that have not begun the stage follow their new version, from its first day. */
    takesQueuedSpecimens: z.boolean().default(false),
  }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, args, context) {
    const row = await openSubmitted(tx, context, args.procedureId);
    const draft = await draftOf(tx, row);
    const contentHash = await procedureHash(row, draft.sections, await documentHashOf(tx, row));
    requireUnchanged(contentHash, args.contentHash);
    if ((await procedureProblems(tx, row, draft.sections)).length > 0)
      throw refuse('INCOMPLETE', 'This version has problems. Reject it, so that its authors correct them.');
    requireFutureDay(context, args.effectiveFrom);
    await requireFlowsOfCode(tx, context, row, args.updateFlowIds);
    const signed = { targetType: 'Procedure' as const, targetId: row.id, contentHash };
    const signature = await signVersion(tx, context, signed, args.proof);
    assertProcedureTransition(row.status, 'APPROVED');
    const activatedAt = activationOf(context, args.effectiveFrom);
    const approved = await tx.patch(procedure, row.id, {
      status: 'APPROVED',
      signOffById: context.actor.userId,
      signOffAt: context.occurredAt,
      effectiveFrom: args.effectiveFrom,
      activatedAt,
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
      data: {
        by: context.actor.name,
        signatureId: signature.id,
        effectiveFrom: approved.effectiveFrom,
        takesQueuedSpecimens: args.takesQueuedSpecimens,
      },
    });
    if (activatedAt !== null) await replaceEarlierVersions(tx, context, approved, args.takesQueuedSpecimens);
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

/** Read from the event of the approval whether queued specimens follow the flows of a version. */
async function takesSpecimensLater(tx: Transaction, { id }: Procedure): Promise<boolean> {
  const events = await tx.find(event, { targetId: id });
  return events.some(
    ({ type, data }) => type === 'PROCEDURE_SIGNED_OFF' && data['takesQueuedSpecimens'] === true,
  );
}

/**
 * Let a version whose first day has come replace the earlier one; returns false when it does not wait for its
 * day. The job of each lab day runs this.
 */
export async function activateVersion(
  tx: Transaction,
  context: OperationContext,
  row: Procedure,
): Promise<boolean> {
  if (!isDue(row, context.labDay)) return false;
  const active = await tx.patch(procedure, row.id, { activatedAt: context.occurredAt });
  await replaceEarlierVersions(tx, context, active, await takesSpecimensLater(tx, row));
  return true;
}
