import { cancelBilling } from '#db/billing/invoices/cancel-billing.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { closeApprovals } from '#db/ordering/approvals/ask-approvals.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { deriveSourceOrder } from './derive-order-status.ts';
import { type Order, order } from './order.ts';
import { OrderReasonArgs } from './order-action-args.ts';
import { openOrderForAction } from './order-actions.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/**
 * Cancel an order with its specimens, approvals and charges; also for a discarded draft and a declined order.
 */
export async function endOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
  internalReason: string | null = null,
): Promise<void> {
  await changeOrderStatus(tx, context, row, 'CANCELED', {
    event: 'ORDER_CANCELED',
    reason,
    internalReason,
    fields: { canceledAt: context.occurredAt, cancelReason: reason },
  });
  for (const one of await activeSpecimens(tx, row.id))
    await changeSpecimenStatus(tx, context, one, 'CANCELED', { reason });
  await closeApprovals(tx, context, row.id, reason);
  await cancelBilling(tx, context, row, reason);
  await deriveSourceOrder(tx, context, row);
}

/** Cancel an order of which nothing has been received (domain 4.1). */
export const cancelOrder = defineOperation({
  name: 'cancel-order',
  version: 1,
  kind: 'intent',
  title: 'Cancel order',
  grant: 'create-order:read',
  args: OrderReasonArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason, internalReason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['cancel-order']);
    const specimens = await activeSpecimens(tx, orderId);
    if (row.receivedAt !== null || specimens.some(({ receivedAt }) => receivedAt !== null))
      throw refuse(
        'ALREADY_RECEIVED',
        'Specimens of this order have been received. Contact support to stop the work.',
      );
    await endOrder(tx, context, row, reason, internalReason);
    return applied;
  },
});

/** Delete a draft with its rows from the lists; history and deleted records keep it. */
export const deleteOrder = defineOperation({
  name: 'delete-order',
  version: 1,
  kind: 'intent',
  title: 'Delete draft order',
  grant: 'lab/orders/delete-order:delete',
  args: OrderReasonArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason, internalReason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['delete-order']);
    const rows = await tx.find(specimen, { orderId });
    if (rows.some(({ receivedAt }) => receivedAt !== null))
      throw refuse('ALREADY_RECEIVED', 'Specimens of this order have been received; it cannot be deleted.');
    await endOrder(tx, context, row, reason, internalReason);
    for (const one of rows) await tx.patch(specimen, one.id, { deleted: true });
    await tx.patch(order, orderId, { deleted: true });
    await recordEvent(tx, context, {
      type: 'ORDER_DELETED',
      targetType: 'Order',
      targetId: orderId,
      data: { orderNumber: row.orderNumber, reason },
    });
    return applied;
  },
});
