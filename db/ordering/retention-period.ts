import { z } from 'zod';

/** How long data are kept after completion. */
export const RETENTION_PERIODS = [
  'YEARS_1',
  'YEARS_2',
  'YEARS_3',
  'YEARS_4',
  'YEARS_5',
  'YEARS_6',
  'YEARS_7',
  'YEARS_8',
  'YEARS_9',
  'YEARS_10',
  'YEARS_15',
  'INDEFINITE',
] as const;
export const RetentionPeriod = z.enum(RETENTION_PERIODS);
export type RetentionPeriod = z.infer<typeof RetentionPeriod>;
