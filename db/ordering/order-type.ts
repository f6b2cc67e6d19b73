import { z } from 'zod';

/** How an order is paid and entered. */
export const ORDER_TYPES = ['ONLINE', 'CAMPAIGN', 'PURCHASE_ORDER', 'SALES_ORDER'] as const;
export const OrderType = z.enum(ORDER_TYPES);
export type OrderType = z.infer<typeof OrderType>;

/** The label of each type on screens. */
export const ORDER_TYPE: Record<OrderType, string> = {
  ONLINE: 'Online',
  CAMPAIGN: 'Campaign',
  PURCHASE_ORDER: 'Purchase order',
  SALES_ORDER: 'Sales order',
};
