import { ulid } from 'ulid';
import { type Certification, certification } from '#db/inventory/certification.ts';
import { type Equipment, equipment } from '#db/inventory/equipment.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';
import { type MeasurementUnit, measurementUnit } from '#db/inventory/measurement-unit.ts';

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

/** Build a centrifuge that is certified every year. */
export function buildEquipment(overrides: Partial<Equipment> = {}): Equipment {
  const id = overrides.id ?? ulid();
  return equipment.schema.parse({
    id,
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Centrifuge 1',
    type: 'Centrifuge',
    manufacturer: 'Halden',
    model: 'C-24',
    serialNumber: `SN-${id}`,
    barcodeId: null,
    barcode: null,
    location: null,
    status: 'ACTIVE',
    certificationInterval: 1,
    certificationIntervalUnit: 'YEAR',
    installedOn: '2024-01-15',
    flaggedForReviewAt: null,
    ...overrides,
  });
}

/** Build a passed calibration, valid for a year. */
export const buildCertification = (overrides: Partial<Certification> = {}): Certification =>
  certification.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    equipmentId: 'equipment-centrifuge-1',
    type: 'CALIBRATION',
    performedOn: '2026-01-15',
    performedBy: 'Halden Service',
    expiresOn: '2027-01-15',
    result: 'PASS',
    certificateFileId: null,
    notes: null,
    ...overrides,
  });

/** Build a unit, by default the microliter. */
export const buildMeasurementUnit = (overrides: Partial<MeasurementUnit> = {}): MeasurementUnit =>
  measurementUnit.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Microlitre',
    symbol: 'µL',
    unitType: 'VOLUME',
    factorToBase: '1',
    isBase: true,
    ...overrides,
  });
