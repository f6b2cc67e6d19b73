import { cancelBilling } from '#db/billing/cancel-billing.ts';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { acceptOrder } from './accept-order.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { closeApprovals } from './close-approvals.ts';
import { type Order, order } from './order.ts';
import { type OrderApproval, orderApproval } from './order-approval.ts';
import { repriceOrder } from './reprice-order.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** Include proposed discounts in the price once no discount approval is open any more. */
async function grantAdjustments(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const proposed = await tx.find(priceAdjustment, { orderId: row.id, status: 'PROPOSED' });
  for (const one of proposed)
    await tx.patch(priceAdjustment, one.id, {
      status: 'APPROVED',
      approvedById: context.actor.userId,
      approvedAt: context.occurredAt,
    });
  if (proposed.length > 0) await repriceOrder(tx, context, row);
}

const DISCOUNTS: readonly OrderApproval['kind'][] = ['DISCOUNT', 'DISCOUNT_BILLING'];

/** Approve one rule; the order is accepted when it was the last. */
export async function passApproval(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  passed: OrderApproval,
): Promise<void> {
  const open = await tx.find(orderApproval, { orderId: row.id, status: 'OPEN' });
  if (passed.kind === 'PURCHASE_ORDER') {
    await tx.patch(order, row.id, { billingVerifiedPurchaseOrder: true });
    await recordEvent(tx, context, {
      type: 'ORDER_PO_VERIFIED',
      targetType: 'Order',
      targetId: row.id,
      data: { purchaseOrderNumber: row.purchaseOrderNumber },
      customerVisible: true,
    });
  }
  if (DISCOUNTS.includes(passed.kind) && !open.some(({ kind }) => DISCOUNTS.includes(kind)))
    await grantAdjustments(tx, context, row);
  if (open.length === 0) {
    await acceptOrder(tx, context, row, {
      event: 'ORDER_APPROVED',
      fields: { approvedAt: context.occurredAt, approvedById: context.actor.userId },
    });
    return;
  }
  if (row.status === 'PO_UNDER_REVIEW' && !open.some(({ kind }) => kind === 'PURCHASE_ORDER'))
    await changeOrderStatus(tx, context, row, 'PENDING_APPROVAL');
}

/**
 * Return an order to the person who entered it; it is a draft again and gets a new price when resubmitted.
 */
export async function returnOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
): Promise<void> {
  await closeApprovals(tx, context, row.id, reason);
  await cancelBilling(tx, context, row, reason);
  await changeOrderStatus(tx, context, row, 'DRAFT', {
    event: 'ORDER_RETURNED',
    reason,
    fields: { returnReason: reason, submittedAt: null, billingVerifiedPurchaseOrder: false },
  });
  for (const one of await activeSpecimens(tx, row.id))
    if (one.status === 'PENDING_APPROVAL') await changeSpecimenStatus(tx, context, one, 'DRAFT', { reason });
}
