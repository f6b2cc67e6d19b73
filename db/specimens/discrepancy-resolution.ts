import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The resolution of a discrepancy; OPEN until someone decides. */
export const DISCREPANCY_RESOLUTIONS = [
  'OPEN',
  'PROCEED_AT_RISK',
  'REPLACE',
  'RELABELED',
  'LATE_ARRIVAL',
  'RETURNED',
  'DISPOSED',
  'CANCELED',
] as const;
export const DiscrepancyResolution = z.enum(DISCREPANCY_RESOLUTIONS);
export type DiscrepancyResolution = z.infer<typeof DiscrepancyResolution>;

/** The ways in which a person can resolve a discrepancy. */
export const Resolution = DiscrepancyResolution.exclude(['OPEN']);
export type Resolution = z.infer<typeof Resolution>;

/** The screen text, order and tone of each resolution. */
export const DISCREPANCY_RESOLUTION: Record<DiscrepancyResolution, StatusDisplay> = {
  OPEN: { label: 'Open', rank: 0, tone: 'warning' },
  PROCEED_AT_RISK: { label: 'Proceed at risk', rank: 1, tone: 'good' },
  REPLACE: { label: 'Replace', rank: 2, tone: 'active' },
  RELABELED: { label: 'Relabeled', rank: 3, tone: 'good' },
  LATE_ARRIVAL: { label: 'Late arrival', rank: 4, tone: 'good' },
  RETURNED: { label: 'Returned', rank: 5, tone: 'quiet' },
  DISPOSED: { label: 'Disposed', rank: 6, tone: 'quiet' },
  CANCELED: { label: 'Canceled', rank: 7, tone: 'quiet' },
};
