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
