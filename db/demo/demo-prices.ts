import { type PriceAdjustment, priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { type AdjustmentRow, orderTotals } from '#db/billing/invoices/order-totals.ts';
import { price, projectBasedPricing } from '#db/billing/prices/price.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '#db/ordering/approvals/approval-rules.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { project } from '#db/research/project.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoService } from './demo-services.ts';
import type { DemoWorld } from './demo-world.ts';

/** Percent of the list price by minimum number of specimens. */
const TIERS = [
  { minQuantity: 24, percent: 95 },
  { minQuantity: 96, percent: 88 },
] as const;

/** Insert the price of each service: one permanent price, and tiers for large orders since two weeks ago. */
export function putPrices(demo: DemoWorld, services: readonly DemoService[]): void {
  for (const { protocolId, price: amount } of services) {
    const list = { protocolId, amount, minQuantity: 1, effectiveFrom: demo.day(-400) };
    demo.putRow(price, { ...list, id: demo.id(), createdReason: 'First price list.' });
    for (const { minQuantity, percent } of TIERS)
      demo.putRow(price, {
        ...list,
        id: demo.id(),
        amount: Math.round((amount * percent) / 100),
        minQuantity,
        effectiveFrom: demo.day(-14),
        createdReason: 'Tiers for large orders.',
      });
    demo.putRow(price, {
      ...list,
      id: demo.id(),
      amount: Math.round((amount * 92) / 100),
      companyType: 'UNIVERSITY',
      effectiveFrom: demo.day(-14),
      createdReason: 'Universities.',
    });
  }
}

interface ProjectRecipe {
  letter: string;
  name: string;
  description: string;
}

const PROJECTS: readonly ProjectRecipe[] = [
  {
    letter: 'N',
    name: 'Reference cohort',
    description: 'Two hundred healthy donors, sequenced over a year.',
  },
  { letter: 'L', name: 'Lake microbiome', description: 'Isolates of the four seasons.' },
];

/** Insert two projects, give each some of its company's orders, and give the first one its own price. */
export function putProjects(
  demo: DemoWorld,
  companies: DemoCompanies,
  services: readonly DemoService[],
): void {
  for (const [index, recipe] of PROJECTS.entries()) {
    const owner = companies.customers.find(({ letter }) => letter === recipe.letter);
    if (!owner) continue;
    const id = demo.id();
    demo.putRow(project, {
      id,
      name: recipe.name,
      companyId: owner.id,
      description: recipe.description,
      startDate: demo.day(-60),
      managerUserId: demo.actor('PROJECT_MANAGER').userId,
      status: 'ACTIVE',
    });
    for (const row of demo.select(order, { companyId: owner.id }).slice(0, 4))
      demo.world.putRow(order, { ...row, projectId: id });
    const [service] = services;
    if (index === 0 && service) putProjectPrice(demo, id, service);
  }
}

function putProjectPrice(demo: DemoWorld, projectId: string, service: DemoService): void {
  demo.putRow(projectBasedPricing, {
    id: demo.id(),
    projectId,
    protocolId: service.protocolId,
    amount: Math.round((service.price * 85) / 100),
    effectiveFrom: demo.day(-7),
    effectiveTo: demo.day(358),
    maxSpecimens: 200,
    approvedById: demo.actor('SALES_LEADER').userId,
    approvedAt: demo.ago(7),
  });
}

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
    const rows = demo.all(order).filter((row) => row.status === status);
    for (const [nth, adjustments] of each.entries()) {
      const row = rows[nth];
      if (row) adjust(demo, row, adjustments);
    }
  }
  for (const row of demo.select(order, { status: 'PO_UNDER_REVIEW' }))
    putApproval(demo, row, 'PURCHASE_ORDER', { total: row.total });
}

function adjust(demo: DemoWorld, row: Order, adjustments: readonly Adjustment[]): void {
  const prices = demo.select(specimen, { orderId: row.id }).map(({ salesPrice }) => salesPrice);
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
