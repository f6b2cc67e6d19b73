import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';

/**
 * Days since an order of the demo lab reached each point of its life; points that it has not reached are not
 * read.
 */
export interface OrderDates {
  created: number;
  submitted: number;
  approved: number;
  shipped: number;
  received: number;
  /** When its work was completed and it waited to be closed. */
  finished: number;
  closed: number;
}

/** The completed order whose invoice is overdue: it was ended long ago. */
const LONG_DONE = 2;

/** Days between the earlier points and the arrival. */
const BEFORE_ARRIVAL = { created: 7, submitted: 6.8, approved: 6, shipped: 2 };

/** Days since an order that has not arrived was begun; every other one is some days older. */
const STARTED_DAYS_AGO: Partial<Record<OrderStatus, number>> = {
  DRAFT: 2,
  PENDING_APPROVAL: 3,
  PO_UNDER_REVIEW: 3,
  ANTICIPATED: 12,
  ORDERED: 5,
  SHIPPED: 7,
  CANCELED: 30,
};

function finishedAndClosed(status: OrderStatus, nth: number, received: number) {
  // Work that is completed before the rest of an order is; the bench begins with it two days ago.
  if (status === 'RECEIVED') return { finished: received / 4, closed: 0 };
  if (status !== 'COMPLETED') return { finished: Math.min(9, received / 2), closed: 0 };
  return nth === LONG_DONE ? { finished: 54, closed: 53 } : { finished: 9, closed: 8 };
}

/**
 * Compute the times of an order: the `index`th of all, the `nth` of its status; each point after the one
 * before.
 */
function orderDates(status: OrderStatus, index: number, nth: number): OrderDates {
  const startedDaysAgo = STARTED_DAYS_AGO[status];
  if (startedDaysAgo !== undefined) {
    const created = startedDaysAgo + (index % 4) * 0.7;
    const after = { submitted: created - 0.2, approved: created - 1, shipped: created - 4 };
    return { created, ...after, received: 0, finished: 0, closed: 0 };
  }
  const long = status === 'COMPLETED' && nth === LONG_DONE ? 45 : 0;
  const received = status === 'COMPLETED' ? 30 + (index % 5) * 3 + long : 1 + (index % 6);
  const ago = (days: number) => received + days;
  return {
    created: ago(BEFORE_ARRIVAL.created),
    submitted: ago(BEFORE_ARRIVAL.submitted),
    approved: ago(BEFORE_ARRIVAL.approved),
    shipped: ago(BEFORE_ARRIVAL.shipped),
    received,
    ...finishedAndClosed(status, nth, received),
  };
}

interface OrderRecipe {
  status: OrderStatus;
  /** How many tubes or wells each order of this status has: one order for each number. */
  sizes: readonly number[];
  specimenStatus: SpecimenStatus;
  /** The bench begins with these; that makes them PROCESSING. */
  inWork?: true;
  /** Of the first order as many, its last ones, are done already: they can be billed before the rest. */
  finishedCount?: number;
}

/** 40 orders, every status at least once when the bench has begun. */
const RECIPES: readonly OrderRecipe[] = [
  { status: 'DRAFT', sizes: [3, 8], specimenStatus: 'DRAFT' },
  { status: 'PENDING_APPROVAL', sizes: [6, 12], specimenStatus: 'PENDING_APPROVAL' },
  { status: 'PO_UNDER_REVIEW', sizes: [5, 9], specimenStatus: 'PENDING_APPROVAL' },
  { status: 'ANTICIPATED', sizes: [0], specimenStatus: 'ORDERED' },
  { status: 'ORDERED', sizes: [4, 10, 12, 6], specimenStatus: 'ORDERED' },
  { status: 'SHIPPED', sizes: [8, 12, 96, 5, 24, 10], specimenStatus: 'SHIPPED' },
  { status: 'CANCELED', sizes: [4, 2], specimenStatus: 'CANCELED' },
  { status: 'QUARANTINED', sizes: [3], specimenStatus: 'RECEIVED_QUARANTINED' },
  { status: 'RECEIVED', sizes: [12, 8, 16, 6, 10, 20], specimenStatus: 'RECEIVED' },
  { status: 'ON_HOLD', sizes: [5], specimenStatus: 'RECEIVED_ON_HOLD' },
  {
    status: 'RECEIVED',
    sizes: [24, 12, 16, 10, 8],
    specimenStatus: 'RECEIVED',
    inWork: true,
    finishedCount: 3,
  },
  { status: 'PENDING_COMPLETION', sizes: [8, 6], specimenStatus: 'COMPLETED' },
  { status: 'COMPLETED', sizes: [48, 40, 32, 24, 36, 30], specimenStatus: 'IN_STORAGE' },
];

/** Which order it is: the `index`th of all, the `nth` of its kind, with this many specimens. */
export interface PlannedOrder {
  recipe: OrderRecipe;
  size: number;
  nth: number;
  index: number;
  dates: OrderDates;
}

/** Lists the orders of the demo; `share` below 1 makes fewer. */
export function planOrders(share: number): PlannedOrder[] {
  const plans: PlannedOrder[] = [];
  for (const recipe of RECIPES) {
    const sizes = recipe.sizes.slice(0, Math.max(1, Math.round(recipe.sizes.length * share)));
    for (const [nth, size] of sizes.entries()) {
      const index = plans.length;
      plans.push({ recipe, size, nth, index, dates: orderDates(recipe.status, index, nth) });
    }
  }
  return plans;
}
