import { cancelBilling } from '#db/billing/cancel-billing.ts';
import type { OperationContext } from '#db/operation.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { closeApprovals } from './close-approvals.ts';
import { deriveSourceOrder } from './derive-order-status.ts';
import type { Order } from './order.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/**
 * Cancel an order with its specimens, approvals and charges; also for a discarded draft and a declined order.
 */
export async function endOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
): Promise<void> {
  await changeOrderStatus(tx, context, row, 'CANCELED', {
    event: 'ORDER_CANCELED',
    reason,
    fields: { canceledAt: context.occurredAt, cancelReason: reason },
  });
  for (const one of await activeSpecimens(tx, row.id))
    await changeSpecimenStatus(tx, context, one, 'CANCELED', { reason });
  await closeApprovals(tx, context, row.id, reason);
  await cancelBilling(tx, context, row, reason);
  await deriveSourceOrder(tx, context, row);
}
