import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, int, ref, requiredText, text } from '#db/values/field-types.ts';
import { StorageStatus } from './storage-status.ts';
import { StorageType } from './storage-type.ts';

/**
 * One place of the storage tree, from SITE down to BOX and PLATE, and the two end places of each business
 * entity.
 */
export const storageManagement = defineEntity({
  name: 'StorageManagement',
  table: 'storage_management',
  schema: z.object({
    ...tenantFields,
    type: StorageType,
    name: requiredText,
    barcodeId: ref.nullable(),
    /** The active label's value, so that a device resolves a scan with one look-up. */
    barcode: text.nullable(),
    parentId: ref.nullable(),
    positionInParent: text.nullable(),
    rows: int.min(1).max(702).nullable(),
    columns: int.min(1).max(999).nullable(),
    temperature: decimal.nullable(),
    capacity: int.min(0).nullable(),
    /** Empty means every role. */
    restrictedTo: z.array(Role),
    equipmentId: ref.nullable(),
    status: StorageStatus,
    quarantine: bool,
  }),
  create: [
    'type',
    'name',
    'parentId',
    'positionInParent',
    'rows',
    'columns',
    'temperature',
    'capacity',
    'restrictedTo',
    'equipmentId',
    'quarantine',
  ],
  update: ['name', 'temperature', 'capacity', 'restrictedTo', 'equipmentId', 'quarantine'],
  list: {
    sort: ['name', 'type', 'status'],
    filter: ['type', 'status', 'parentId', 'quarantine'],
    search: ['name', 'barcode'],
  },
  indexes: ['parentId', 'barcode', 'type'],
  replica: { own: { collection: 'storage' } },
});
export type StorageManagement = Row<typeof storageManagement>;
