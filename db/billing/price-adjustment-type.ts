import { z } from 'zod';

/** How an adjustment changes what an order costs. */
export const PRICE_ADJUSTMENT_TYPES = ['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'FEE'] as const;
export const PriceAdjustmentType = z.enum(PRICE_ADJUSTMENT_TYPES);
export type PriceAdjustmentType = z.infer<typeof PriceAdjustmentType>;

/** How each is worded on the screens. */
export const PRICE_ADJUSTMENT_TYPE: Record<PriceAdjustmentType, string> = {
  DISCOUNT_PERCENT: 'Discount, percent',
  DISCOUNT_FIXED: 'Discount, amount',
  FEE: 'Fee',
};
