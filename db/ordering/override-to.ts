import type { OrderStatus } from './order-status.ts';

/**
 * Where an override may lead: to no draft, to no wait for approvals, which nobody would be asked for, and to no end, which
 * closing and canceling reach with all that belongs to it.
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

/** Where an order of this status may be forced to; a completed one is only reopened. */
export const overridesFrom = (status: OrderStatus): readonly OverrideTo[] =>
  OVERRIDE_TO.filter((to) => to !== status && (status !== 'COMPLETED' || to === 'PROCESSING'));
