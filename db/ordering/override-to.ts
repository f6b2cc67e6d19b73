import type { OrderStatus } from './order-status.ts';

/**
 * The target statuses of an override: no draft, no wait for approvals that nobody would be asked for, and no
 * end, which only closing and canceling reach with all their effects.
 */
export const OVERRIDE_TO = [
  'ANTICIPATED',
  'ORDERED',
  'SHIPPED',
  'QUARANTINED',
  'RECEIVED',
  'ON_HOLD',
  'PROCESSING',
  'PENDING_COMPLETION',
] as const satisfies readonly OrderStatus[];
export type OverrideTo = (typeof OVERRIDE_TO)[number];

/** Return the statuses to which an order may be forced; a completed one can only be reopened. */
export const overridesFrom = (status: OrderStatus): readonly OverrideTo[] =>
  OVERRIDE_TO.filter((to) => to !== status && (status !== 'COMPLETED' || to === 'PROCESSING'));
