import { ulid } from 'ulid';
import { STORAGE_TYPE, type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';

/** Build a location, by default a 9 × 9 box; the grid follows the type. */
export function buildStorageManagement(overrides: Partial<StorageManagement> = {}): StorageManagement {
  const traits = STORAGE_TYPE[overrides.type ?? 'BOX'];
  return storageManagement.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    type: 'BOX',
    name: 'Box 12',
    barcodeId: null,
    barcode: null,
    parentId: null,
    positionInParent: null,
    rows: traits.rows,
    columns: traits.columns,
    temperature: null,
    capacity: null,
    restrictedTo: [],
    equipmentId: null,
    status: 'ACTIVE',
    quarantine: false,
    ...overrides,
  });
}
