import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { ORDER_STATUS, type OrderStatus } from './order-status.ts';

/**
 * The allowed transitions (domain 4.1). COMPLETED and CANCELED are terminal; only an override reopens
 * COMPLETED.
 */
export const ORDER_LIFECYCLE: Lifecycle<OrderStatus> = {
  DRAFT: ['PO_UNDER_REVIEW', 'PENDING_APPROVAL', 'ORDERED', 'ANTICIPATED', 'CANCELED'],
  PO_UNDER_REVIEW: ['ORDERED', 'PENDING_APPROVAL', 'DRAFT', 'CANCELED'],
  PENDING_APPROVAL: ['DRAFT', 'ORDERED', 'ANTICIPATED', 'CANCELED'],
  // The new total of a confirmed registration may need an approval.
  ANTICIPATED: ['ORDERED', 'PENDING_APPROVAL', 'ON_HOLD', 'CANCELED'],
  ORDERED: ['SHIPPED', 'RECEIVED', 'QUARANTINED', 'ON_HOLD', 'CANCELED'],
  SHIPPED: ['ORDERED', 'RECEIVED', 'QUARANTINED', 'ON_HOLD', 'CANCELED'],
  RECEIVED: ['QUARANTINED', 'PROCESSING', 'PENDING_COMPLETION', 'ON_HOLD', 'CANCELED'],
  QUARANTINED: ['RECEIVED', 'ON_HOLD', 'CANCELED'],
  PROCESSING: ['RECEIVED', 'PENDING_COMPLETION', 'ON_HOLD', 'CANCELED'],
  PENDING_COMPLETION: ['PROCESSING', 'COMPLETED', 'CANCELED'],
  ON_HOLD: ['ANTICIPATED', 'ORDERED', 'SHIPPED', 'RECEIVED', 'QUARANTINED', 'PROCESSING', 'CANCELED'],
  COMPLETED: [],
  CANCELED: [],
};

/** Refuse a change of an order's status that the table does not list. */
export const assertOrderTransition = (from: OrderStatus, to: OrderStatus): void =>
  assertListed(ORDER_LIFECYCLE, ORDER_STATUS, from, to);
