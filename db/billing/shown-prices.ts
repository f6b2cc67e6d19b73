import { z } from 'zod';
import { service } from '#db/ordering/service.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { ADJUSTMENT_ACTIONS } from './adjustment-actions.ts';
import { price } from './price.ts';
import { priceAdjustment } from './price-adjustment.ts';
import { projectBasedPricing } from './project-based-pricing.ts';
import { PROJECT_PRICE_ACTIONS } from './project-price-actions.ts';

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
  /** What the list asks for one specimen on its first day; null without a price. */
  listAmount: z.number().nullable(),
  /** What the reader may do with it now. */
  acts: z.array(z.enum(PROJECT_PRICE_ACTIONS)),
});
export type ShownProjectPrice = z.infer<typeof ShownProjectPrice>;

export const ProjectPricePage = z.object({
  rows: z.array(ShownProjectPrice),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});

/** A project that a price can be agreed for, and a protocol that has one. */
export const ProjectPriceChoices = z.object({
  day: z.iso.date(),
  projects: z.array(z.object({ id: z.string(), name: z.string(), companyName: z.string() })),
  protocols: z.array(z.object({ id: z.string(), name: z.string(), code: z.string() })),
});
export type ProjectPriceChoices = z.infer<typeof ProjectPriceChoices>;

/** An adjustment with its order, who proposed and decided it, and what it does to the total. */
export const ShownAdjustment = priceAdjustment.schema.extend({
  orderNumber: z.string(),
  companyName: z.string(),
  proposedBy: z.string().nullable(),
  /** Who agreed first to a large one that still waits, or who decided. */
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** What was said when it was decided. */
  decisionReason: z.string().nullable(),
  /** What the order comes to now, and with this approved; null for what is decided or has no price yet. */
  total: z.object({ before: z.number(), after: z.number() }).nullable(),
  /** What the reader may do with it now. */
  acts: z.array(z.enum(ADJUSTMENT_ACTIONS)),
});
export type ShownAdjustment = z.infer<typeof ShownAdjustment>;

export const AdjustmentPage = z.object({
  rows: z.array(ShownAdjustment),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
