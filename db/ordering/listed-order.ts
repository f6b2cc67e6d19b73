import { z } from 'zod';
import { order } from './order.ts';

/** An order as lists show it: its own row, and display names. */
export const ListedOrder = order.schema.extend({
  companyName: z.string(),
  serviceName: z.string(),
  projectName: z.string().nullable(),
  createdByName: z.string().nullable(),
  /** Specimens that are neither deleted nor canceled. */
  specimenCount: z.number(),
  receivedCount: z.number(),
});
export type ListedOrder = z.infer<typeof ListedOrder>;

/** A page of orders. */
export const OrderPage = z.object({
  rows: z.array(ListedOrder),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type OrderPage = z.infer<typeof OrderPage>;
