import { z } from 'zod';
import { pageOf } from '#db/api/page-of.ts';
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
export const OrderPage = pageOf(ListedOrder);
export type OrderPage = z.infer<typeof OrderPage>;

/**
 * The query of the order list: its own fields and virtual filters. `proposals=OPEN`: with a discount or fee to
 * decide; `kits=TO_SEND`: the lab has still to send collection kits; `parcels=LATE`: a shipment is late, lost
 * or returned; `results=TO_APPROVE`: clinical results wait for the reader's approval.
 */
export const ORDER_LIST = {
  list: { sort: order.list.sort, filter: [...order.list.filter, 'proposals', 'kits', 'parcels', 'results'] },
  schema: order.schema,
  extraValues: { proposals: ['OPEN'], kits: ['TO_SEND'], parcels: ['LATE'], results: ['TO_APPROVE'] },
} as const;

const Choice = z.object({ id: z.string(), name: z.string() });

/** The filter options of the order lists, from all orders that a person sees. */
export const OrderChoices = z.object({
  companies: z.array(Choice),
  /** By the protocol, as orders reference it. */
  services: z.array(Choice),
  projects: z.array(Choice),
});
export type OrderChoices = z.infer<typeof OrderChoices>;
