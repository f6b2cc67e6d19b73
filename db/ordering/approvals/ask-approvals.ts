import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { NeededApproval } from './approval-rules.ts';
import { orderApproval } from './order-approval.ts';

/** Open the approvals that an order waits for. */
export async function askApprovals(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  neededApprovals: readonly NeededApproval[],
): Promise<void> {
  for (const one of neededApprovals)
    await tx.insert(orderApproval, { id: context.newId(), orderId, status: 'OPEN', ...one });
}

/** Withdraw the open approvals of an order that was canceled or returned as a whole. */
export async function closeApprovals(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  reason: string,
): Promise<void> {
  for (const one of await tx.find(orderApproval, { orderId, status: 'OPEN' }))
    await tx.patch(orderApproval, one.id, {
      status: 'WITHDRAWN',
      decidedById: context.actor.userId,
      decidedAt: context.occurredAt,
      reason,
    });
}
