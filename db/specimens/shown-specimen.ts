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
  /** What the reader may decide now; empty when nothing waits for a decision. */
  decisions: z.array(z.enum(CUSTOMER_DECISIONS)),
  /** What the reader may fill in now, for a specimen that cannot be worked on without it. */
  missing: z.array(z.enum(INFO_FIELDS)),
  /** May the reader delete it now? Says also whether material of it stays in the lab then; null when not. */
  deletion: z.object({ material: z.boolean() }).nullable(),
  /** The specimen whose material this one is made from. */
  madeFrom: SpecimenName.nullable(),
  /** What was ordered again from it. */
  orderedAgain: z.array(SpecimenName),
});
export type ShownSpecimen = z.infer<typeof ShownSpecimen>;
