import { z } from 'zod';
import { pageOf } from '#db/api/page-of.ts';
import { MAX_SPECIMENS } from '#db/ordering/drafts/draft-form.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { Id } from '#db/values/id.ts';
import { ServiceStatus, service } from './service.ts';

/** A service as lists and the catalog show it. */
export const ListedService = service.schema.extend({
  /**
   * The lowest price of one specimen for the reader's kind of company now, in cents; null without a price.
   */
  fromAmount: z.int().nullable(),
});
export type ListedService = z.infer<typeof ListedService>;

/** A page of services. */
export const ServicePage = pageOf(ListedService);
export type ServicePage = z.infer<typeof ServicePage>;

const ShownTier = z.object({ minQuantity: z.int(), amount: z.int() });

/** The accepted material and the duration of a service. */
const ServiceProtocol = protocol.schema.pick({
  id: true,
  name: true,
  code: true,
  protocolVersion: true,
  status: true,
  acceptedSpecimenTypes: true,
  acceptedDnaTypes: true,
  acceptedSpecies: true,
  minConcentration: true,
  minVolume: true,
  minMass: true,
  targetTurnaroundDays: true,
  targetYieldGb: true,
  targetCoverage: true,
});

/** One service with all data of its page. */
export const ShownService = ListedService.extend({
  protocol: ServiceProtocol,
  /** The prices of the reader's kind of company; the standard prices for staff. */
  tiers: z.array(ShownTier),
  history: z.array(HistoryEntry),
  /** Why it cannot be put on sale now; empty for customers. */
  missing: z.array(z.string()),
  /** Statuses that the reader may set now. */
  nextStatuses: z.array(ServiceStatus),
});
export type ShownService = z.infer<typeof ShownService>;

/** The request for a price. */
export const QuoteQuestion = z.strictObject({
  protocolId: Id,
  /** Staff request a price for a customer; customers for their own company by default. */
  companyId: Id.nullable().default(null),
  projectId: Id.nullable().default(null),
  count: z
    .int('Enter a whole number.')
    .min(1, 'Enter at least one specimen.')
    .max(MAX_SPECIMENS, `No more than ${MAX_SPECIMENS} specimens.`),
  /**
   * The request for the price of an order with its discounts and adjustments, at another number of specimens.
   */
  orderId: Id.nullable().default(null),
});
export type QuoteQuestion = z.infer<typeof QuoteQuestion>;
