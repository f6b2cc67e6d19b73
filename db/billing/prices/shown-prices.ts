import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { ADJUSTMENT_ACTIONS } from '#db/billing/adjustments/adjustment-actions.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { service } from '#db/ordering/services/service.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { price, projectBasedPricing } from './price.ts';
import { PROJECT_PRICE_ACTIONS } from './project-price-actions.ts';

/** A price with the name of the person who set it. */
const ShownPrice = price.schema.extend({ setBy: z.string().nullable() });

/** A priced protocol, the service that sells it, and its present and future prices. */
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

/** All prices of a protocol, including ended ones, the newest first. */
export const PriceHistory = z.object({ rows: z.array(ShownPrice) });
export type PriceHistory = z.infer<typeof PriceHistory>;

/** The price of a project with display names. */
export const ShownProjectPrice = projectBasedPricing.schema.extend({
  projectName: z.string(),
  companyName: z.string(),
  protocolName: z.string(),
  approvedBy: z.string().nullable(),
  proposedBy: z.string().nullable(),
  /** The list price of one specimen on its first day; null without a price. */
  listAmount: z.number().nullable(),
  /** The actions that the reader may take now. */
  acts: z.array(z.enum(PROJECT_PRICE_ACTIONS)),
});
export type ShownProjectPrice = z.infer<typeof ShownProjectPrice>;

export const ProjectPricePage = pageOf(ShownProjectPrice);

/** The query of project prices: fields of the rows, and `state=WAITING` for those without any approval. */
export const ProjectPriceQuery = listQueryOf({
  list: {
    sort: projectBasedPricing.list.sort,
    filter: [...projectBasedPricing.list.filter, 'state'],
  },
  schema: projectBasedPricing.schema,
  extraValues: { state: ['WAITING'] },
});

/** A project that a price can be agreed for, and a protocol with a price. */
export const ProjectPriceChoices = z.object({
  day: z.iso.date(),
  projects: z.array(z.object({ id: z.string(), name: z.string(), companyName: z.string() })),
  protocols: z.array(z.object({ id: z.string(), name: z.string(), code: z.string() })),
});
export type ProjectPriceChoices = z.infer<typeof ProjectPriceChoices>;

/** An adjustment with its order, proposer, decider and effect on the total. */
export const ShownAdjustment = priceAdjustment.schema.extend({
  /** Null for a draft. */
  orderNumber: z.string().nullable(),
  orderCreatedAt: z.string(),
  serviceName: z.string(),
  companyName: z.string(),
  proposedBy: z.string().nullable(),
  /** The first approver of a large one that still waits, or the decider. */
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** The note of the decision. */
  decisionReason: z.string().nullable(),
  /** The total of the order now, and with this approved; null when decided or without a price. */
  total: z.object({ before: z.number(), after: z.number() }).nullable(),
  /** The actions that the reader may take now. */
  acts: z.array(z.enum(ADJUSTMENT_ACTIONS)),
});
export type ShownAdjustment = z.infer<typeof ShownAdjustment>;

export const AdjustmentPage = pageOf(ShownAdjustment);

/** An adjustment after an operation on it, with any message for the person. */
export const ChangedAdjustment = z.object({ row: priceAdjustment.schema, message: z.string().nullish() });
/** A project price after it was set, with any message for the person. */
export const ChangedProjectPrice = z.object({
  row: projectBasedPricing.schema,
  message: z.string().nullish(),
});
