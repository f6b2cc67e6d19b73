import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** Only an approved adjustment counts in a total. */
export const PRICE_ADJUSTMENT_STATUSES = ['PROPOSED', 'APPROVED', 'REJECTED'] as const;
export const PriceAdjustmentStatus = z.enum(PRICE_ADJUSTMENT_STATUSES);
export type PriceAdjustmentStatus = z.infer<typeof PriceAdjustmentStatus>;

/** The label, order and tone of each status. */
export const PRICE_ADJUSTMENT_STATUS: Record<PriceAdjustmentStatus, StatusDisplay> = {
  PROPOSED: { label: 'Proposed', rank: 0, tone: 'neutral' },
  APPROVED: { label: 'Approved', rank: 1, tone: 'good' },
  REJECTED: { label: 'Rejected', rank: 2, tone: 'quiet' },
};
