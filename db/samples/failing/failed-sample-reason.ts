import { z } from 'zod';

/** The reasons of a sample's failure, spelled as in the specification. */
export const FAILED_SAMPLE_REASONS = [
  'EQUIPMENT_MALFUNCTION',
  'INVENTORY_ISSUE',
  'LAB_TECHNICIAN_ERROR',
  'INSUFFICENT_RESULTS',
  'BAD_SAMPLE',
] as const;
export const FailedSampleReason = z.enum(FAILED_SAMPLE_REASONS);
export type FailedSampleReason = z.infer<typeof FailedSampleReason>;

/** The screen text of each reason. */
export const FAILED_SAMPLE_REASON: Record<FailedSampleReason, string> = {
  EQUIPMENT_MALFUNCTION: 'Equipment malfunction',
  INVENTORY_ISSUE: 'Inventory issue',
  LAB_TECHNICIAN_ERROR: 'Lab technician error',
  INSUFFICENT_RESULTS: 'Insufficient results',
  BAD_SAMPLE: 'Bad sample',
};
