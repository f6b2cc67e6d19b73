import type { OrderStatus } from '../ordering/order-status.ts';

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
export function orderDates(status: OrderStatus, index: number, nth: number): OrderDates {
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
