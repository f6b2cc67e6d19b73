import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, int, ref, requiredText, text } from '#db/values/field-types.ts';

/** State of a place; a person marks a place as FULL when nothing more fits, whatever the capacity. */
const STORAGE_STATUSES = ['ACTIVE', 'FULL', 'RETIRED'] as const;
const StorageStatus = z.enum(STORAGE_STATUSES);
type StorageStatus = z.infer<typeof StorageStatus>;

/** The screen text and tone of each state. */
export const STORAGE_STATUS: Record<StorageStatus, { label: string; tone: 'good' | 'warning' | 'quiet' }> = {
  ACTIVE: { label: 'Active', tone: 'good' },
  FULL: { label: 'Full', tone: 'warning' },
  RETIRED: { label: 'Retired', tone: 'quiet' },
};

/** Kinds of places, from the outermost in (domain 3); the last two are the end places. */
export const STORAGE_TYPES = [
  'SITE',
  'ROOM',
  'FREEZER',
  'REFRIGERATOR',
  'CRYO_TANK',
  'CABINET',
  'BENCH',
  'SHELF',
  'DRAWER',
  'RACK',
  'BOX',
  'TUBE_RACK',
  'PLATE',
  'DISPOSED',
  'SENT_TO_CLIENT',
] as const;
export const StorageType = z.enum(STORAGE_TYPES);
export type StorageType = z.infer<typeof StorageType>;

/** The name, icon and structure of a kind of place. */
export interface StorageTypeTraits {
  label: string;
  /** Name of the icon that the screens draw. */
  icon: string;
  /** Kinds of places in which it may be; empty for a place without a parent. */
  parents: readonly StorageType[];
  /** Its direct content: samples at positions, loose samples, or none. */
  samples: 'positions' | 'loose' | 'none';
  rows: number | null;
  columns: number | null;
}

const UNITS: readonly StorageType[] = ['FREEZER', 'REFRIGERATOR', 'CRYO_TANK', 'CABINET', 'BENCH'];
const HOLDERS: readonly StorageType[] = ['RACK', 'SHELF', 'DRAWER', 'BENCH', 'REFRIGERATOR', 'FREEZER'];
const place = (
  label: string,
  icon: string,
  parents: readonly StorageType[],
  samples: StorageTypeTraits['samples'] = 'none',
  rows: number | null = null,
  columns: number | null = null,
): StorageTypeTraits => ({ label, icon, parents, samples, rows, columns });

/** The table of domain 3: label, icon, allowed parents, content and default grid. */
export const STORAGE_TYPE: Record<StorageType, StorageTypeTraits> = {
  SITE: place('Site', 'building', []),
  ROOM: place('Room', 'door', ['SITE']),
  FREEZER: place('Freezer', 'snowflake', ['ROOM']),
  REFRIGERATOR: place('Refrigerator', 'thermometer', ['ROOM'], 'loose'),
  CRYO_TANK: place('Cryo tank', 'cylinder', ['ROOM']),
  CABINET: place('Cabinet', 'cabinet', ['ROOM']),
  BENCH: place('Bench', 'bench', ['ROOM'], 'loose'),
  SHELF: place('Shelf', 'shelf', UNITS, 'loose'),
  DRAWER: place('Drawer', 'drawer', ['SHELF', 'FREEZER', 'CABINET'], 'loose'),
  RACK: place('Rack', 'rack', ['SHELF', 'FREEZER', 'CRYO_TANK', 'DRAWER']),
  BOX: place('Box', 'box', HOLDERS, 'positions', 9, 9),
  TUBE_RACK: place('Tube rack', 'tube-rack', HOLDERS, 'positions', 8, 12),
  PLATE: place('Plate', 'plate', HOLDERS, 'positions', 8, 12),
  DISPOSED: place('Disposed', 'trash', []),
  SENT_TO_CLIENT: place('Sent to client', 'parcel', []),
};

/** The two places from which no sample returns. */
export const END_PLACES = ['DISPOSED', 'SENT_TO_CLIENT'] as const satisfies readonly StorageType[];

/** Check for DISPOSED and SENT_TO_CLIENT. */
export const isEndPlace = (type: StorageType): boolean => type === 'DISPOSED' || type === 'SENT_TO_CLIENT';
/** Check for boxes, tube racks and plates: each sample in them has a position. */
export const holdsPositions = (type: StorageType): boolean => STORAGE_TYPE[type].samples === 'positions';
/** Check whether one kind of place may be in another. */
export const canBePlacedIn = (type: StorageType, parent: StorageType): boolean =>
  STORAGE_TYPE[type].parents.includes(parent);

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
  list: {
    sort: ['name', 'type', 'status'],
    filter: ['type', 'status', 'parentId', 'quarantine'],
    search: ['name', 'barcode'],
  },
  indexes: ['parentId', 'barcode', 'type'],
  replica: { own: { collection: 'storage' } },
});
export type StorageManagement = Row<typeof storageManagement>;
