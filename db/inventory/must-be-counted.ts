import type { InventoryItem } from './inventory-item.ts';

/**
 * Return whether a lot must be counted: its stock is negative, and it is not marked as used (domain 5.11,
 * case 25).
 */
export const mustBeCounted = ({
  remaining,
  quantity,
  disposalReason,
}: Pick<InventoryItem, 'remaining' | 'quantity' | 'disposalReason'>): boolean =>
  disposalReason === null && Number(remaining ?? quantity ?? '0') < 0;
