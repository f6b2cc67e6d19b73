import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, cents, date, decimal, instant, ref, text } from '#db/values/field-types.ts';

/** The life cycle of an inventory item (domain 4.6). */
export const INVENTORY_ITEM_STATUSES = ['ORDERED', 'RECEIVED', 'OPENED', 'USED'] as const;
export const InventoryItemStatus = z.enum(INVENTORY_ITEM_STATUSES);
export type InventoryItemStatus = z.infer<typeof InventoryItemStatus>;

/** The label, order and tone of each status. */
export const INVENTORY_ITEM_STATUS: Record<
  InventoryItemStatus,
  { label: string; rank: number; tone: 'neutral' | 'active' | 'quiet' }
> = {
  ORDERED: { label: 'Ordered', rank: 0, tone: 'neutral' },
  RECEIVED: { label: 'Received', rank: 1, tone: 'neutral' },
  OPENED: { label: 'Opened', rank: 2, tone: 'active' },
  USED: { label: 'Used', rank: 3, tone: 'quiet' },
};

/**
 * One lot or unit of an inventory type. `remaining` changes by deltas only and may be negative (domain 5.11,
 * case 25).
 */
export const inventoryItem = defineEntity({
  name: 'InventoryItem',
  table: 'inventory_item',
  schema: z.object({
    ...tenantFields,
    inventoryTypeId: ref,
    status: InventoryItemStatus,
    lotNumber: text.nullable(),
    serialNumber: text.nullable(),
    barcodeId: ref.nullable(),
    /** The active label's value, so that a device resolves a scan with one lookup. */
    barcode: text.nullable(),
    quantity: decimal.nullable(),
    remaining: decimal.nullable(),
    orderedAt: instant.nullable(),
    orderedById: ref.nullable(),
    receivedAt: instant.nullable(),
    receivedById: ref.nullable(),
    openedAt: instant.nullable(),
    openedById: ref.nullable(),
    usedAt: instant.nullable(),
    /** When the stock was last counted; the count includes all draws before that. */
    countedAt: instant.nullable(),
    countedById: ref.nullable(),
    expirationDate: date.nullable(),
    storageLocationId: ref.nullable(),
    unitCost: cents.nullable(),
    purchaseOrderNumber: text.nullable(),
    qcPassed: bool.nullable(),
    quarantined: bool,
    disposalReason: text.nullable(),
  }),
  list: {
    sort: ['expirationDate', 'status', 'receivedAt', 'lotNumber'],
    filter: ['inventoryTypeId', 'status', 'quarantined', 'storageLocationId'],
    search: ['lotNumber', 'serialNumber', 'barcode'],
  },
  indexes: ['inventoryTypeId', 'barcode', 'lotNumber', 'storageLocationId'],
  replica: { own: { collection: 'inventory-items' } },
});
export type InventoryItem = Row<typeof inventoryItem>;
