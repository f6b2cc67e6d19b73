import { z } from 'zod';

/** State of a place; a person marks a place as FULL when nothing more fits, whatever the capacity. */
export const STORAGE_STATUSES = ['ACTIVE', 'FULL', 'RETIRED'] as const;
export const StorageStatus = z.enum(STORAGE_STATUSES);
export type StorageStatus = z.infer<typeof StorageStatus>;

/** The screen text and tone of each state. */
export const STORAGE_STATUS: Record<StorageStatus, { label: string; tone: 'good' | 'warning' | 'quiet' }> = {
  ACTIVE: { label: 'Active', tone: 'good' },
  FULL: { label: 'Full', tone: 'warning' },
  RETIRED: { label: 'Retired', tone: 'quiet' },
};
