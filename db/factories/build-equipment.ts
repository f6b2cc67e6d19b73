import { ulid } from 'ulid';
import { type Equipment, equipment } from '#db/inventory/equipment.ts';

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
