import { z } from 'zod';
import { service } from '#db/ordering/service.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { price } from './price.ts';
import { priceAdjustment } from './price-adjustment.ts';
import { projectBasedPricing } from './project-based-pricing.ts';

/** A price with who set it. */
export const ShownPrice = price.schema.extend({ setBy: z.string().nullable() });
export type ShownPrice = z.infer<typeof ShownPrice>;

/** A protocol that is priced, the service that sells it, and its prices that hold today or will. */
export const PricedProtocol = z.object({
  protocol: protocol.schema.pick({ id: true, name: true, code: true, protocolVersion: true, status: true }),
  service: service.schema
    .pick({ id: true, name: true, status: true, minSpecimens: true, maxSpecimens: true })
    .nullable(),
  prices: z.array(price.schema),
});
export type PricedProtocol = z.infer<typeof PricedProtocol>;

/** The price list with the lab's day on which it was read. */
export const PriceList = z.object({ day: z.iso.date(), protocols: z.array(PricedProtocol) });
export type PriceList = z.infer<typeof PriceList>;

/** All prices of a protocol, those that have ended too, the newest first. */
export const PriceHistory = z.object({ rows: z.array(ShownPrice) });
export type PriceHistory = z.infer<typeof PriceHistory>;

/** The price of a project with the names that people know. */
export const ShownProjectPrice = projectBasedPricing.schema.extend({
  projectName: z.string(),
  companyName: z.string(),
  protocolName: z.string(),
  approvedBy: z.string().nullable(),
  proposedBy: z.string().nullable(),
});
export type ShownProjectPrice = z.infer<typeof ShownProjectPrice>;

export const ProjectPricePage = z.object({
  rows: z.array(ShownProjectPrice),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});

/** An adjustment with its order and who proposed it. */
export const ShownAdjustment = priceAdjustment.schema.extend({
  orderNumber: z.string(),
  companyName: z.string(),
  proposedBy: z.string().nullable(),
});
export type ShownAdjustment = z.infer<typeof ShownAdjustment>;

export const AdjustmentPage = z.object({
  rows: z.array(ShownAdjustment),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
