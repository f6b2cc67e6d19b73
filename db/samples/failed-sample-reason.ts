import { z } from 'zod';

/** Why a sample failed, spelt as the specification spells it. */
export const FAILED_SAMPLE_REASONS = [
  'EQUIPMENT_MALFUNCTION',
  'INVENTORY_ISSUE',
  'LAB_TECHNICIAN_ERROR',
  'INSUFFICENT_RESULTS',
  'BAD_SAMPLE',
] as const;
export const FailedSampleReason = z.enum(FAILED_SAMPLE_REASONS);
export type FailedSampleReason = z.infer<typeof FailedSampleReason>;

/** How each is worded on the screens. */
export const FAILED_SAMPLE_REASON: Record<FailedSampleReason, string> = {
  EQUIPMENT_MALFUNCTION: 'Equipment malfunction',
  INVENTORY_ISSUE: 'Inventory issue',
  LAB_TECHNICIAN_ERROR: 'Lab technician error',
  INSUFFICENT_RESULTS: 'Insufficient results',
  BAD_SAMPLE: 'Bad sample',
};
