import { seesAllCompanies } from '#db/access/roles.ts';
import type { OperationContext } from '#db/operation.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assertOrderTransition, type Order, order } from './order.ts';
import type { OrderStatus } from './order-status.ts';

/** The fields that are written together with a change of an order's status. */
export interface OrderChange {
  event?: EventType;
  /** Words that the customer reads. */
  reason?: string | null;
  /** Words for the lab only; those of customers are dropped. */
  internalReason?: string | null;
  customerVisible?: boolean;
  fields?: Partial<Order>;
}

/** Change the status of an order by a listed transition, with its event. */
export async function changeOrderStatus(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  to: OrderStatus,
  change: OrderChange = {},
): Promise<Order> {
  assertOrderTransition(row.status, to);
  return setOrderStatus(tx, context, row, to, change);
}

/** Write a decided status; an override comes here without a listed transition. */
export async function setOrderStatus(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  to: OrderStatus,
  change: OrderChange,
): Promise<Order> {
  const { event = 'ORDER_STATUS_CHANGED', reason = null, customerVisible = true, fields = {} } = change;
  const internalReason = seesAllCompanies(context.actor.role) ? change.internalReason : null;
  const next = await tx.patch(order, row.id, { ...fields, status: to });
  await recordEvent(tx, context, {
    type: event,
    targetType: 'Order',
    targetId: row.id,
    data: {
      from: row.status,
      to,
      ...(reason === null ? {} : { reason }),
      ...(internalReason ? { [INTERNAL_REASON]: internalReason } : {}),
    },
    customerVisible,
  });
  return next;
}
