import type { ListViewDefinition } from '#db/api/list-counts.ts';
import type { OrderStatus } from './order-status.ts';

const byStatus = (id: string, label: string, ...status: OrderStatus[]): ListViewDefinition => ({
  id,
  label,
  filters: { status },
});

const IN_LAB = byStatus(
  'in-lab',
  'In lab',
  'RECEIVED',
  'QUARANTINED',
  'ON_HOLD',
  'PROCESSING',
  'PENDING_COMPLETION',
);
const COMING = byStatus('coming', 'On the way', 'ORDERED', 'SHIPPED');
const UNPAID: ListViewDefinition = {
  id: 'unpaid',
  label: 'Unpaid',
  filters: {
    paymentStatus: ['BILLED', 'AWAITING_PAYMENT', 'PARTIALLY_PAID', 'PARTIALLY_FAILED', 'FAILED'],
  },
};
const COMPLETED = byStatus('completed', 'Completed', 'COMPLETED');
const DRAFTS = byStatus('drafts', 'Drafts', 'DRAFT');

/** The views of a customer's orders. */
export const CUSTOMER_ORDER_VIEWS: readonly ListViewDefinition[] = [
  { id: 'all', label: 'All', filters: {} },
  DRAFTS,
  COMING,
  IN_LAB,
  UNPAID,
  COMPLETED,
];

/** The views of the lab's orders; drafts stand only in their own. */
export const LAB_ORDER_VIEWS: readonly ListViewDefinition[] = [
  { id: 'all', label: 'All', filters: {} },
  byStatus('review', 'To review', 'PO_UNDER_REVIEW', 'PENDING_APPROVAL', 'QUARANTINED', 'ON_HOLD'),
  COMING,
  IN_LAB,
  UNPAID,
  COMPLETED,
  DRAFTS,
];
