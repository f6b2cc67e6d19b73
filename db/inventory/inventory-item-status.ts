import { z } from 'zod';

/** The life cycle of an inventory item (domain 4.6). */
export const INVENTORY_ITEM_STATUSES = ['ORDERED', 'RECEIVED', 'OPENED', 'USED'] as const;
export const InventoryItemStatus = z.enum(INVENTORY_ITEM_STATUSES);
export type InventoryItemStatus = z.infer<typeof InventoryItemStatus>;

/** The label, order and tone of each status. */
export const INVENTORY_ITEM_STATUS: Record<
  InventoryItemStatus,
  { label: string; rank: number; tone: 'neutral' | 'good' | 'active' | 'quiet' }
> = {
  ORDERED: { label: 'Ordered', rank: 0, tone: 'neutral' },
  RECEIVED: { label: 'Received', rank: 1, tone: 'good' },
  OPENED: { label: 'Opened', rank: 2, tone: 'active' },
  USED: { label: 'Used', rank: 3, tone: 'quiet' },
};
