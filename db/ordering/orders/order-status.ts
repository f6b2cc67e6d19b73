import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The life cycle of an order (domain 4.1), with the ranks of the specification. */
export const ORDER_STATUSES = [
  'DRAFT',
  'PO_UNDER_REVIEW',
  'PENDING_APPROVAL',
  'ANTICIPATED',
  'ORDERED',
  'CANCELED',
  'SHIPPED',
  'QUARANTINED',
  'RECEIVED',
  'ON_HOLD',
  'PROCESSING',
  'PENDING_COMPLETION',
  'COMPLETED',
] as const;
export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** The label, order and tone of each status. */
export const ORDER_STATUS: Record<OrderStatus, StatusDisplay> = {
  DRAFT: { label: 'Draft', rank: 0, tone: 'quiet' },
  PO_UNDER_REVIEW: { label: 'PO under review', rank: 1, tone: 'neutral' },
  PENDING_APPROVAL: { label: 'Pending approval', rank: 1, tone: 'neutral' },
  ANTICIPATED: { label: 'Anticipated', rank: 2, tone: 'neutral' },
  ORDERED: { label: 'Ordered', rank: 2, tone: 'neutral' },
  CANCELED: { label: 'Canceled', rank: 3, tone: 'quiet' },
  SHIPPED: { label: 'Shipped', rank: 4, tone: 'moving' },
  QUARANTINED: { label: 'Quarantined', rank: 5, tone: 'bad' },
  RECEIVED: { label: 'Received', rank: 5, tone: 'active' },
  ON_HOLD: { label: 'On hold', rank: 5, tone: 'warning' },
  PROCESSING: { label: 'Processing', rank: 6, tone: 'active' },
  PENDING_COMPLETION: { label: 'Pending completion', rank: 7, tone: 'active' },
  COMPLETED: { label: 'Completed', rank: 7, tone: 'good' },
};
