import { z } from 'zod';

/** The status of an instrument. */
export const EQUIPMENT_STATUSES = ['ACTIVE', 'MAINTENANCE', 'OUT_OF_SERVICE', 'RETIRED'] as const;
export const EquipmentStatus = z.enum(EQUIPMENT_STATUSES);
export type EquipmentStatus = z.infer<typeof EquipmentStatus>;

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
