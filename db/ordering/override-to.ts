import { ORDER_STATUSES, type OrderStatus } from './order-status.ts';

/** Where an override may lead: no draft, and no end, which closing and canceling reach with all that belongs to it. */
export const OVERRIDE_TO = ORDER_STATUSES.filter(
  (status) => !['DRAFT', 'COMPLETED', 'CANCELED'].includes(status),
) as readonly OrderStatus[];
