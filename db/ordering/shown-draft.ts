import { z } from 'zod';
import { DraftPayment } from '#db/billing/card-try.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { dataUseInfo } from './data-use-info.ts';
import { order } from './order.ts';
import { OrderType } from './order-type.ts';
import { service } from './service.ts';
import { SourceChoice } from './shown-source.ts';
import { WIZARD_STEPS } from './submit-problems.ts';

const NamedRecord = z.object({ id: z.string(), name: z.string() });

/** What an order costs if it is submitted now, in cents. */
export const ShownQuote = z.object({
  count: z.number(),
  pricePerSpecimen: z.number(),
  discountPerSpecimen: z.number(),
  unit: z.number(),
  problem: z.string().nullable(),
  price: z
    .object({ source: z.enum(['PROJECT', 'COMPANY_TYPE', 'STANDARD']), warning: z.string().nullable() })
    .nullable(),
  totals: z.object({
    subtotal: z.number(),
    discount: z.number(),
    fees: z.number(),
    total: z.number(),
    adjustments: z.array(z.object({ id: z.string(), label: z.string(), lineAmount: z.number() })),
  }),
});
export type ShownQuote = z.infer<typeof ShownQuote>;

/** A draft with all that the wizard shows. */
export const ShownDraft = z.object({
  order: order.schema,
  company: NamedRecord.extend({ orderApprovalRequired: z.boolean() }),
  service: service.schema,
  protocol: protocol.schema,
  requisitions: z.array(specimen.schema),
  /** What the list of specimens writes otherwise than a specimen has it, by id: its first note, and its time by the lab's clock. */
  written: z.record(
    z.string(),
    z.object({ notes: z.string().nullable(), collectedAt: z.string().nullable() }),
  ),
  /** Who may be the ordering physician, where the service is clinical. */
  clinicians: z.array(z.string()),
  dataUse: dataUseInfo.schema.nullable(),
  /** The running projects of the company. */
  projects: z.array(NamedRecord),
  offeredOrderTypes: z.array(OrderType),
  quote: ShownQuote,
  /** The order that a rework or supplemental one goes on with, and what of it can be chosen. */
  source: z.object({ id: z.string(), orderNumber: z.string(), specimens: z.array(SourceChoice) }).nullable(),
  /** What was paid of it by card, before it is submitted. */
  payment: DraftPayment,
  problems: z.array(z.object({ step: z.enum(WIZARD_STEPS), field: z.string(), message: z.string() })),
});
export type ShownDraft = z.infer<typeof ShownDraft>;
