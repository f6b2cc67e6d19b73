import { z } from 'zod';

/** The purpose of the work. */
export const ORDER_CLASSIFICATIONS = ['STANDARD', 'REWORK', 'SUPPLEMENTAL'] as const;
export const OrderClassification = z.enum(ORDER_CLASSIFICATIONS);
export type OrderClassification = z.infer<typeof OrderClassification>;

/** The label of each on screens. */
export const ORDER_CLASSIFICATION: Record<OrderClassification, string> = {
  STANDARD: 'Standard',
  REWORK: 'Rework',
  SUPPLEMENTAL: 'Supplemental',
};
