import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, instant, int, ref, requiredText, text } from '#db/values/field-types.ts';
import { TimeInterval } from './time-interval.ts';

/** The status of an instrument. */
const EQUIPMENT_STATUSES = ['ACTIVE', 'MAINTENANCE', 'OUT_OF_SERVICE', 'RETIRED'] as const;
const EquipmentStatus = z.enum(EQUIPMENT_STATUSES);
type EquipmentStatus = z.infer<typeof EquipmentStatus>;

/** The label and tone of each status. */
export const EQUIPMENT_STATUS: Record<
  EquipmentStatus,
  { label: string; tone: 'good' | 'warning' | 'bad' | 'quiet' }
> = {
  ACTIVE: { label: 'Active', tone: 'good' },
  MAINTENANCE: { label: 'Maintenance', tone: 'warning' },
  OUT_OF_SERVICE: { label: 'Out of service', tone: 'bad' },
  RETIRED: { label: 'Retired', tone: 'quiet' },
};

/** An instrument with a barcode; it may be used while ACTIVE and in certification. */
export const equipment = defineEntity({
  name: 'Equipment',
  table: 'equipment',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    type: requiredText,
    manufacturer: text.nullable(),
    model: text.nullable(),
    serialNumber: requiredText,
    barcodeId: ref.nullable(),
    /** The active label's value, so that a device resolves a scan with one lookup. */
    barcode: text.nullable(),
    /** The StorageManagement location of the instrument. */
    location: ref.nullable(),
    status: EquipmentStatus,
    certificationInterval: int.min(1).nullable(),
    certificationIntervalUnit: TimeInterval.nullable(),
    installedOn: date.nullable(),
    /**
     * Since when it is suspected after a failure; it may be used, and everyone who scans it is warned (domain
     * 5.9).
     */
    flaggedForReviewAt: instant.nullable(),
  }),
  list: {
    sort: ['name', 'type', 'status'],
    filter: ['type', 'status', 'location'],
    search: ['name', 'serialNumber', 'barcode'],
  },
  indexes: ['type', 'barcode', 'serialNumber'],
  replica: { own: { collection: 'equipment' } },
});
export type Equipment = Row<typeof equipment>;
