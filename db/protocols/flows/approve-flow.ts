import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Flow, flow } from '#db/protocols/flow.ts';
import { assertProcedureTransition } from '#db/protocols/procedure.ts';
import {
  activationOf,
  isDue,
  requireFutureDay,
  requireUnchanged,
  signVersion,
} from '#db/protocols/versions/sign-version.ts';
import { ContentHash, mayApproveMethod, requireDecider } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { date, longText, ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { flowHash, flowProblems, isClinicalFlow, readSlots } from './flow-content.ts';
import { openFlow } from './open-flow.ts';
import { replaceEarlierFlows } from './replace-flow.ts';

/** Return a version that is submitted, for the decision of a person who did not write it. */
async function openSubmitted(tx: Transaction, context: OperationContext, flowId: string): Promise<Flow> {
  const row = await openFlow(tx, context, flowId);
  requireDecider(context, row, mayApproveMethod(context.actor.role, await isClinicalFlow(tx, row)));
  return row;
}

/**
 * Approve a version with PIN: the clinical director when any of its procedures is clinical, otherwise the
 * research director or the lab manager. All its procedures are approved; from its first day it replaces the
 * earlier version.
 */
export const approveFlow = defineOperation({
  name: 'approve-flow',
  version: 1,
  kind: 'intent',
  title: 'Approve flow',
  grant: 'lab/flows:update',
  args: z.strictObject({
    flowId: ref,
    /** The hash of what the person read. */
    contentHash: ContentHash,
    /** Made by the server when it has checked the PIN. */
    proof: longText,
    /** The first lab day of the version; null for at once. */
    effectiveFrom: date.nullable(),
    /** Specimens that have not begun a changed stage follow the version too, from its first day. */
    takesQueuedSpecimens: z.boolean().default(false),
  }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId, contentHash: readHash, proof, effectiveFrom, takesQueuedSpecimens }, context) {
    const row = await openSubmitted(tx, context, flowId);
    const slots = await readSlots(tx, row);
    const contentHash = await flowHash(row, slots);
    requireUnchanged(contentHash, readHash);
    requireFutureDay(context, effectiveFrom);
    const problems = flowProblems(slots, effectiveFrom);
    if (problems.length > 0) throw refuse('INCOMPLETE', problems.join(' '));
    const signature = await signVersion(
      tx,
      context,
      { targetType: 'Flow', targetId: flowId, contentHash },
      proof,
    );
    assertProcedureTransition(row.status, 'APPROVED');
    const approved = await tx.patch(flow, flowId, {
      status: 'APPROVED',
      approvedById: context.actor.userId,
      approvedAt: context.occurredAt,
      effectiveFrom,
      activatedAt: activationOf(context, effectiveFrom),
      takesQueuedSpecimens,
      rejectedById: null,
      rejectedAt: null,
      rejectionReason: null,
    });
    await recordEvent(tx, context, {
      type: 'FLOW_STATUS_CHANGED',
      targetType: 'Flow',
      targetId: flowId,
      data: { from: row.status, to: 'APPROVED', by: context.actor.name, signatureId: signature.id },
    });
    if (approved.activatedAt !== null) await replaceEarlierFlows(tx, context, approved);
    return applied;
  },
});

/** Return a submitted version to its authors, with the reason. */
export const rejectFlow = defineOperation({
  name: 'reject-flow',
  version: 1,
  kind: 'intent',
  title: 'Reject flow',
  grant: 'lab/flows:update',
  args: z.strictObject({ flowId: ref, reason: Reason }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId, reason }, context) {
    const row = await openSubmitted(tx, context, flowId);
    assertProcedureTransition(row.status, 'REJECTED');
    await tx.patch(flow, flowId, {
      status: 'REJECTED',
      rejectedById: context.actor.userId,
      rejectedAt: context.occurredAt,
      rejectionReason: reason,
    });
    await recordEvent(tx, context, {
      type: 'FLOW_STATUS_CHANGED',
      targetType: 'Flow',
      targetId: flowId,
      data: { from: row.status, to: 'REJECTED', by: context.actor.name, reason },
    });
    return applied;
  },
});

/**
 * Let a version whose first day has come replace the earlier one; returns false when it does not wait for its
 * day. The job of each lab day runs this.
 */
export async function activateFlow(
  tx: Transaction,
  context: OperationContext,
  flowId: string,
): Promise<boolean> {
  const row = await tx.get(flow, flowId);
  if (!row || !isDue(row, context.labDay)) return false;
  const active = await tx.patch(flow, row.id, { activatedAt: context.occurredAt });
  await replaceEarlierFlows(tx, context, active);
  return true;
}
