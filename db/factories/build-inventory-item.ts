import { ulid } from 'ulid';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';

/** Build a received lot of 500 units, valid for a year. */
export const buildInventoryItem = (overrides: Partial<InventoryItem> = {}): InventoryItem =>
  inventoryItem.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    inventoryTypeId: 'type-lysis-buffer',
    status: 'RECEIVED',
    lotNumber: 'L2611',
    serialNumber: null,
    barcodeId: null,
    barcode: null,
    quantity: '500',
    remaining: '500',
    orderedAt: null,
    orderedById: null,
    receivedAt: '2026-11-02T08:00:00.000Z',
    receivedById: null,
    openedAt: null,
    openedById: null,
    usedAt: null,
    countedAt: null,
    countedById: null,
    expirationDate: '2027-11-30',
    storageLocationId: null,
    unitCost: 4550,
    purchaseOrderNumber: null,
    qcPassed: null,
    quarantined: false,
    disposalReason: null,
    ...overrides,
  });
