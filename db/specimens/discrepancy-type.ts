import { z } from 'zod';

/** The problems of a tube or a well at check-in (domain 5.3). */
export const DISCREPANCY_TYPES = [
  'MISSING',
  'UNEXPECTED',
  'DAMAGED',
  'LEAKING',
  'EMPTY',
  'INSUFFICIENT_VOLUME',
  'WRONG_LABEL',
  'UNLABELED',
  'DUPLICATE_LABEL',
  'WRONG_CONTAINER',
  'WRONG_SPECIMEN_TYPE',
  'WRONG_PLATE_POSITION',
  'TEMPERATURE_EXCURSION',
  'CONTAMINATED',
  'BEYOND_STABILITY',
  'OTHER',
] as const;
export const DiscrepancyType = z.enum(DISCREPANCY_TYPES);
export type DiscrepancyType = z.infer<typeof DiscrepancyType>;

/** The screen text of each type. */
export const DISCREPANCY_TYPE: Record<DiscrepancyType, string> = {
  MISSING: 'Missing',
  UNEXPECTED: 'Unexpected',
  DAMAGED: 'Damaged',
  LEAKING: 'Leaking',
  EMPTY: 'Empty',
  INSUFFICIENT_VOLUME: 'Insufficient volume',
  WRONG_LABEL: 'Wrong label',
  UNLABELED: 'Unlabeled',
  DUPLICATE_LABEL: 'Duplicate label',
  WRONG_CONTAINER: 'Wrong container',
  WRONG_SPECIMEN_TYPE: 'Wrong specimen type',
  WRONG_PLATE_POSITION: 'Wrong plate position',
  TEMPERATURE_EXCURSION: 'Temperature excursion',
  CONTAMINATED: 'Contaminated',
  BEYOND_STABILITY: 'Beyond stability',
  OTHER: 'Other',
};
