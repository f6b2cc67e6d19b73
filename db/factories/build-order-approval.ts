import { type OrderApproval, orderApproval } from '#db/ordering/order-approval.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a purchase order that waits for billing. */
export function buildOrderApproval(overrides: Partial<OrderApproval> = {}): OrderApproval {
  const number = nextNumber('approval');
  return buildRow(
    orderApproval,
    {
      id: `approval-${number}`,
      orderId: 'order-1',
      kind: 'PURCHASE_ORDER',
      status: 'OPEN',
      detail: {},
    },
    overrides,
  );
}
