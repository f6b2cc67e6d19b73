import { z } from 'zod';

/** How an adjustment changes the cost of an order. */
export const PRICE_ADJUSTMENT_TYPES = ['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'FEE'] as const;
export const PriceAdjustmentType = z.enum(PRICE_ADJUSTMENT_TYPES);
export type PriceAdjustmentType = z.infer<typeof PriceAdjustmentType>;

/** The label of each type on screens. */
export const PRICE_ADJUSTMENT_TYPE: Record<PriceAdjustmentType, string> = {
  DISCOUNT_PERCENT: 'Discount, percent',
  DISCOUNT_FIXED: 'Discount, amount',
  FEE: 'Fee',
};
