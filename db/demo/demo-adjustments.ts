import { type AdjustmentRow, orderTotals } from '../billing/order-totals.ts';
import { type PriceAdjustment, priceAdjustment } from '../billing/price-adjustment.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '../ordering/approval-rules.ts';
import { type Order, order } from '../ordering/order.ts';
import { orderApproval } from '../ordering/order-approval.ts';
import type { OrderStatus } from '../ordering/order-status.ts';
import { specimen } from '../specimens/specimen.ts';
import type { DemoWorld } from './demo-world.ts';

type Adjustment = Pick<PriceAdjustment, 'type' | 'percentBps' | 'amount' | 'label' | 'reason' | 'status'>;

const percent = (
  percentBps: number,
  label: string,
  reason: string,
  status: Adjustment['status'],
): Adjustment => ({ type: 'DISCOUNT_PERCENT', percentBps, amount: null, label, reason, status });

/** The adjustments of orders by status, the first order first. */
const ADJUSTED: Partial<Record<OrderStatus, readonly (readonly Adjustment[])[]>> = {
  PENDING_APPROVAL: [
    [percent(1500, 'Pilot discount', 'The first order of a new group.', 'PROPOSED')],
    [percent(800, 'Volume discount', 'The second order of the quarter.', 'PROPOSED')],
  ],
  PROCESSING: [[percent(1000, 'Volume discount', 'Agreed for the year.', 'APPROVED')]],
  COMPLETED: [
    [
      percent(500, 'Volume discount', 'Agreed for the year.', 'APPROVED'),
      {
        type: 'FEE',
        percentBps: null,
        amount: 4550,
        label: 'Shipping',
        reason: 'Dry ice, overnight.',
        status: 'APPROVED',
      },
    ],
  ],
};

/**
 * Insert discounts and fees on some orders, with their amounts, and open the approvals that orders wait for.
 */
export function putAdjustments(demo: DemoWorld): void {
  for (const [status, each] of Object.entries(ADJUSTED)) {
    const rows = demo.world.all(order).filter((row) => row.status === status);
    for (const [nth, adjustments] of each.entries()) {
      const row = rows[nth];
      if (row) adjust(demo, row, adjustments);
    }
  }
  for (const row of demo.world.select(order, { status: 'PO_UNDER_REVIEW' }))
    putApproval(demo, row, 'PURCHASE_ORDER', { total: row.total });
}

function adjust(demo: DemoWorld, row: Order, adjustments: readonly Adjustment[]): void {
  const prices = demo.world.select(specimen, { orderId: row.id }).map(({ salesPrice }) => salesPrice);
  const drafts = adjustments.map((one, index) => ({
    ...one,
    id: demo.id(),
    order: index + 1,
    deleted: false,
  }));
  const amounts = computedAmounts(prices, drafts);
  for (const { deleted: _, ...draft } of drafts) {
    const approved = draft.status === 'APPROVED';
    const at = row.submittedAt ?? row.createdAt;
    demo.putRow(
      priceAdjustment,
      {
        ...draft,
        orderId: row.id,
        computedAmount: amounts.get(draft.id) ?? 0,
        approvedById: approved ? demo.actor('SALES_LEADER').userId : null,
        approvedAt: approved ? (row.approvedAt ?? at) : null,
        createdById: demo.actor('SALES_REP').userId,
      },
      at,
    );
  }
  const { subtotal, total } = orderTotals(prices, drafts);
  demo.world.putRow(order, { ...row, subtotal, total });
  if (!adjustments.some(({ status }) => status === 'PROPOSED')) return;
  const discount = [...amounts.values()].reduce((sum, one) => sum + one, 0);
  const percentBps = discountBps(subtotal, discount);
  const detail = { discount, listTotal: subtotal, percentBps };
  putApproval(demo, row, 'DISCOUNT', detail);
  if (percentBps > SALES_LEADER_LIMIT_BPS) putApproval(demo, row, 'DISCOUNT_BILLING', detail);
}

/** Compute the amount of each, also of unapproved ones. */
function computedAmounts(prices: readonly number[], drafts: readonly AdjustmentRow[]): Map<string, number> {
  const asIfApproved = drafts.map((one) => ({ ...one, status: 'APPROVED' as const }));
  const { adjustments } = orderTotals(prices, asIfApproved);
  return new Map(adjustments.map(({ id, computedAmount }) => [id, computedAmount]));
}

function putApproval(
  demo: DemoWorld,
  row: Order,
  kind: 'PURCHASE_ORDER' | 'DISCOUNT' | 'DISCOUNT_BILLING',
  detail: Record<string, number>,
): void {
  const at = row.submittedAt ?? row.createdAt;
  demo.putRow(orderApproval, { id: demo.id(), orderId: row.id, kind, status: 'OPEN', detail }, at);
}
