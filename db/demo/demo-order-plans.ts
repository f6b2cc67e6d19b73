import type { OrderStatus } from '../ordering/order-status.ts';
import type { SpecimenStatus } from '../specimens/specimen-status.ts';
import { type OrderDates, orderDates } from './demo-order-dates.ts';

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
