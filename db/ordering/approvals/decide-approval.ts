import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { cancelBilling } from '#db/billing/invoices/cancel-billing.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { acceptOrder } from '#db/ordering/orders/accept-order.ts';
import { changeOrderStatus } from '#db/ordering/orders/change-order-status.ts';
import { endOrder } from '#db/ordering/orders/end-order.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { closeApprovals } from './ask-approvals.ts';
import {
  APPROVAL_KIND,
  assertApprovalTransition,
  DecisionForm,
  type OrderApproval,
  orderApproval,
} from './order-approval.ts';

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
async function passApproval(
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
async function returnOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
  internalReason: string | null,
): Promise<void> {
  await closeApprovals(tx, context, row.id, reason);
  await cancelBilling(tx, context, row, reason);
  await changeOrderStatus(tx, context, row, 'DRAFT', {
    event: 'ORDER_RETURNED',
    reason,
    internalReason,
    fields: { returnReason: reason, submittedAt: null, billingVerifiedPurchaseOrder: false },
  });
  for (const one of await activeSpecimens(tx, row.id))
    if (one.status === 'PENDING_APPROVAL') await changeSpecimenStatus(tx, context, one, 'DRAFT', { reason });
}

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
  args: z.strictObject({ approvalId: Id, ...DecisionForm.shape }),
  subjects: ({ approvalId }) => [approvalId],
  async run(tx, { approvalId, decision, reason, internalReason }, context) {
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
    else if (decision === 'RETURNED') await returnOrder(tx, context, row, reason ?? '', internalReason);
    else await endOrder(tx, context, row, reason ?? '', internalReason);
    return applied;
  },
});
