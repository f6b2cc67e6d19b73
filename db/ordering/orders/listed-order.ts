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

const Choice = z.object({ id: z.string(), name: z.string() });

/** The filter options of the order lists, from all orders that a person sees. */
export const OrderChoices = z.object({
  companies: z.array(Choice),
  /** By the protocol, as orders reference it. */
  services: z.array(Choice),
  projects: z.array(Choice),
});
export type OrderChoices = z.infer<typeof OrderChoices>;
