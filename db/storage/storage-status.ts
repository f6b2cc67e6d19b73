import { z } from 'zod';

/** State of a place; FULL is a person's mark that nothing more fits, whatever the capacity says. */
export const STORAGE_STATUSES = ['ACTIVE', 'FULL', 'RETIRED'] as const;
export const StorageStatus = z.enum(STORAGE_STATUSES);
export type StorageStatus = z.infer<typeof StorageStatus>;

/** How a state is worded and toned on the screens. */
export const STORAGE_STATUS: Record<StorageStatus, { label: string; tone: 'good' | 'warning' | 'quiet' }> = {
  ACTIVE: { label: 'Active', tone: 'good' },
  FULL: { label: 'Full', tone: 'warning' },
  RETIRED: { label: 'Retired', tone: 'quiet' },
};
