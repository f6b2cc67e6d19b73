import { z } from 'zod';

/** Why the work is done. */
export const ORDER_CLASSIFICATIONS = ['STANDARD', 'REWORK', 'SUPPLEMENTAL'] as const;
export const OrderClassification = z.enum(ORDER_CLASSIFICATIONS);
export type OrderClassification = z.infer<typeof OrderClassification>;

/** How each is worded on the screens. */
export const ORDER_CLASSIFICATION: Record<OrderClassification, string> = {
  STANDARD: 'Standard',
  REWORK: 'Rework',
  SUPPLEMENTAL: 'Supplemental',
};
