import { z } from 'zod';
import { OrderStatus } from '#db/ordering/order-status.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { CUSTOMER_DECISIONS } from './customer-decision.ts';
import { discrepancy } from './discrepancy.ts';
import { ListedSpecimen } from './listed-specimen.ts';
import { INFO_FIELDS } from './specimen-info.ts';

const SpecimenName = z.object({ id: z.string(), requisitionNumber: z.string(), orderNumber: z.string() });

/** One specimen with all that its customer's page shows. */
export const ShownSpecimen = ListedSpecimen.extend({
  orderStatus: OrderStatus,
  discrepancies: z.array(
    discrepancy.schema.pick({
      id: true,
      type: true,
      description: true,
      resolution: true,
      resolutionNote: true,
      resolvedAt: true,
      createdAt: true,
    }),
  ),
  history: z.array(HistoryEntry),
  /** Decisions that the reader may take now; empty when the specimen awaits none. */
  decisions: z.array(z.enum(CUSTOMER_DECISIONS)),
  /** Fields that the reader may fill in now, for a specimen that lacks them. */
  missing: z.array(z.enum(INFO_FIELDS)),
  /**
   * Whether the reader may delete it now, and whether the lab then keeps material of it; null when they may
   * not.
   */
  deletion: z.object({ material: z.boolean() }).nullable(),
  /** The specimen whose material this one is made from. */
  madeFrom: SpecimenName.nullable(),
  /** Specimens that were ordered again from it. */
  orderedAgain: z.array(SpecimenName),
});
export type ShownSpecimen = z.infer<typeof ShownSpecimen>;
