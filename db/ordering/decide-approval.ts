import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { DECISIONS } from './approval-decision.ts';
import { APPROVAL_KIND } from './approval-kind.ts';
import { assertApprovalTransition } from './approval-lifecycle.ts';
import { passApproval, returnOrder } from './approval-outcome.ts';
import { endOrder } from './end-order.ts';
import type { Order } from './order.ts';
import { openOrder } from './order-access-scope.ts';
import { type OrderApproval, orderApproval } from './order-approval.ts';

/** Return an open approval of a visible order that the actor may decide. */
async function openApproval(
  tx: Transaction,
  context: OperationContext,
  approvalId: string,
): Promise<{ approval: OrderApproval; row: Order }> {
  const approval = await tx.get(orderApproval, approvalId);
  if (!approval) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const { row } = await openOrder(tx, context, approval.orderId);
  if (!hasCapability(context.actor.role, APPROVAL_KIND[approval.kind].capability))
    throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (approval.status !== 'OPEN')
    throw refuse('ALREADY_DECIDED', 'Somebody has decided this already. Load the page again to see how.');
  return { approval, row };
}

/**
 * Decide one approval of an order (domain 6.4): the last approval accepts the order, one return or decline
 * ends it.
 */
export const decideApproval = defineOperation({
  name: 'decide-approval',
  version: 1,
  kind: 'intent',
  title: 'Decide approval',
  grant: 'create-order:read',
  args: z.strictObject({
    approvalId: Id,
    decision: z.enum(DECISIONS),
    reason: Reason.nullable().default(null),
  }),
  subjects: ({ approvalId }) => [approvalId],
  async run(tx, { approvalId, decision, reason }, context) {
    const { approval, row } = await openApproval(tx, context, approvalId);
    if (decision !== 'APPROVED' && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    // Nobody approves the own request.
    if (decision === 'APPROVED' && row.createdByUserId === context.actor.userId)
      throw refuse('OWN_ORDER', 'You entered this order. Somebody else has to approve it.');
    assertApprovalTransition(approval.status, decision);
    await tx.patch(orderApproval, approvalId, {
      status: decision,
      decidedById: context.actor.userId,
      decidedAt: context.occurredAt,
      reason,
    });
    if (decision === 'APPROVED') await passApproval(tx, context, row, approval);
    else if (decision === 'RETURNED') await returnOrder(tx, context, row, reason ?? '');
    else await endOrder(tx, context, row, reason ?? '');
    return applied;
  },
});
