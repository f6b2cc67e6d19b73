import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { assertProtocolTransition, type Protocol, protocol } from '#db/protocols/protocol.ts';
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
import { openProtocol, versionsOf } from './open-protocol.ts';
import { approvalProblems, protocolHash, readRoutes, structureProblems } from './protocol-content.ts';
import { hasCurrentPrice, takeOverService } from './protocol-service.ts';

/** Return a version that is submitted, for the decision of a person who did not write it. */
async function openSubmitted(
  tx: Transaction,
  context: OperationContext,
  protocolId: string,
): Promise<Protocol> {
  const row = await openProtocol(tx, context, protocolId);
  requireDecider(context, row, mayApproveMethod(context.actor.role, row.clinical));
  return row;
}

/** Write a change of status, with its event. */
export async function setProtocolStatus(
  tx: Transaction,
  context: OperationContext,
  row: Protocol,
  to: Protocol['status'],
  because: Readonly<Record<string, string>>,
): Promise<void> {
  assertProtocolTransition(row.status, to);
  await tx.patch(protocol, row.id, { status: to });
  await recordEvent(tx, context, {
    type: 'PROTOCOL_STATUS_CHANGED',
    targetType: 'Protocol',
    targetId: row.id,
    data: { from: row.status, to, ...because },
  });
}

/**
 * Let an approved version take the place of the active one: it takes the service and the prices, and the earlier
 * version is deprecated.
 */
async function replaceActiveVersion(
  tx: Transaction,
  context: OperationContext,
  next: Protocol,
): Promise<void> {
  await takeOverService(tx, context, next);
  for (const row of await versionsOf(tx, next))
    if (row.id !== next.id && row.status === 'ACTIVE')
      await setProtocolStatus(tx, context, row, 'DEPRECATED', { supersededById: next.id });
}

/**
 * Approve a version with PIN: the clinical director a clinical one, otherwise the research director or the lab
 * manager. Its flows are approved and it has a price; from its first day it replaces the active version.
 */
export const approveProtocol = defineOperation({
  name: 'approve-protocol',
  version: 1,
  kind: 'intent',
  title: 'Approve protocol',
  grant: 'lab/protocols:update',
  args: z.strictObject({
    protocolId: ref,
    /** The hash of what the person read. */
    contentHash: ContentHash,
    /** Made by the server when it has checked the PIN. */
    proof: longText,
    /** The first lab day of the version; null for at once. */
    effectiveFrom: date.nullable(),
  }),
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, contentHash: readHash, proof, effectiveFrom }, context) {
    const row = await openSubmitted(tx, context, protocolId);
    const routes = await readRoutes(tx, protocolId);
    const contentHash = await protocolHash(row, routes);
    requireUnchanged(contentHash, readHash);
    requireFutureDay(context, effectiveFrom);
    const problems = [...structureProblems(row, routes), ...approvalProblems(routes, effectiveFrom)];
    if (!(await hasCurrentPrice(tx, context.labDay, row)))
      problems.push('No price is set. Set one in Protocol Pricing.');
    if (problems.length > 0) throw refuse('INCOMPLETE', problems.join(' '));
    const signed = { targetType: 'Protocol' as const, targetId: protocolId, contentHash };
    const signature = await signVersion(tx, context, signed, proof);
    const approved = await tx.patch(protocol, protocolId, {
      approvedById: context.actor.userId,
      approvedAt: context.occurredAt,
      effectiveFrom,
      activatedAt: activationOf(context, effectiveFrom),
      rejectedById: null,
      rejectedAt: null,
      rejectionReason: null,
    });
    await setProtocolStatus(tx, context, approved, 'ACTIVE', {
      by: context.actor.name,
      signatureId: signature.id,
    });
    if (approved.activatedAt !== null) await replaceActiveVersion(tx, context, approved);
    return applied;
  },
});

/** Return a submitted version to its authors, with the reason. */
export const rejectProtocol = defineOperation({
  name: 'reject-protocol',
  version: 1,
  kind: 'intent',
  title: 'Reject protocol',
  grant: 'lab/protocols:update',
  args: z.strictObject({ protocolId: ref, reason: Reason }),
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, reason }, context) {
    const row = await openSubmitted(tx, context, protocolId);
    await setProtocolStatus(tx, context, row, 'REJECTED', { by: context.actor.name, reason });
    await tx.patch(protocol, protocolId, {
      rejectedById: context.actor.userId,
      rejectedAt: context.occurredAt,
      rejectionReason: reason,
    });
    return applied;
  },
});

/**
 * Let a version whose first day has come replace the active one; returns false when it does not wait for its
 * day. The job of each lab day runs this.
 */
export async function activateProtocol(
  tx: Transaction,
  context: OperationContext,
  protocolId: string,
): Promise<boolean> {
  const row = await tx.get(protocol, protocolId);
  if (!row || !isDue(row, context.labDay)) return false;
  const active = await tx.patch(protocol, row.id, { activatedAt: context.occurredAt });
  await replaceActiveVersion(tx, context, active);
  return true;
}
