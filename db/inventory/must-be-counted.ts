import type { InventoryItem } from './inventory-item.ts';

/** Must somebody look how much is left? The book is below zero, and nobody said that the lot is gone (domain 5.11, case 25). */
export const mustBeCounted = ({
  remaining,
  quantity,
  disposalReason,
}: Pick<InventoryItem, 'remaining' | 'quantity' | 'disposalReason'>): boolean =>
  disposalReason === null && Number(remaining ?? quantity ?? '0') < 0;
