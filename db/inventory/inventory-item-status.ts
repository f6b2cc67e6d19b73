import { z } from 'zod';

/** Life of an inventory item (domain 4.6). */
export const INVENTORY_ITEM_STATUSES = ['ORDERED', 'RECEIVED', 'OPENED', 'USED'] as const;
export const InventoryItemStatus = z.enum(INVENTORY_ITEM_STATUSES);
export type InventoryItemStatus = z.infer<typeof InventoryItemStatus>;

/** How a status is worded, ordered and toned. */
export const INVENTORY_ITEM_STATUS: Record<
  InventoryItemStatus,
  { label: string; rank: number; tone: 'neutral' | 'good' | 'active' | 'quiet' }
> = {
  ORDERED: { label: 'Ordered', rank: 0, tone: 'neutral' },
  RECEIVED: { label: 'Received', rank: 1, tone: 'good' },
  OPENED: { label: 'Opened', rank: 2, tone: 'active' },
  USED: { label: 'Used', rank: 3, tone: 'quiet' },
};
