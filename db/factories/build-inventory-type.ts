import { ulid } from 'ulid';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';

/** Build a kind of reagent that keeps 30 days after opening. */
export const buildInventoryType = (overrides: Partial<InventoryType> = {}): InventoryType =>
  inventoryType.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Lysis buffer',
    category: 'REAGENT',
    vendor: 'Northfield Reagents',
    catalogNumber: 'LB-500',
    measurementUnitId: 'unit-microlitre',
    unitsPerItem: '500',
    reorderPoint: '1000',
    storageTemperature: '4',
    shelfLifeAfterOpening: 30,
    shelfLifeInterval: 'DAY',
    requiresQc: false,
    hazard: null,
    ...overrides,
  });
