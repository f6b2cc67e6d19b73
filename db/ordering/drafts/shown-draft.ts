import { z } from 'zod';
import { DraftPayment } from '#db/billing/payments/card-try.ts';
import { order } from '#db/ordering/orders/order.ts';
import { OrderType } from '#db/ordering/orders/order-terms.ts';
import { service } from '#db/ordering/services/service.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { ShownAttestation } from './clinical-attestation.ts';
import { dataUseInfo } from './data-use-info.ts';
import { SourceChoice } from './shown-source.ts';
import { WIZARD_STEPS } from './submit-problems.ts';

const NamedRecord = z.object({ id: z.string(), name: z.string() });

/** The cost of an order if submitted now, in cents. */
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

/** A draft with all data of the wizard. */
export const ShownDraft = z.object({
  order: order.schema,
  company: NamedRecord.extend({ orderApprovalRequired: z.boolean() }),
  service: service.schema,
  protocol: protocol.schema,
  requisitions: z.array(specimen.schema),
  /**
   * Manifest values that differ from the specimen, by id: its first note, and its time in the lab's time
   * zone.
   */
  written: z.record(
    z.string(),
    z.object({ notes: z.string().nullable(), collectedAt: z.string().nullable() }),
  ),
  /** The possible ordering physicians, when the service is clinical. */
  clinicians: z.array(z.string()),
  /** The ordering physician of a new row: the reader, or whom they named last; null when neither may order. */
  defaultPhysician: z.string().nullable(),
  dataUse: dataUseInfo.schema.nullable(),
  /** The signed statement of a clinical order. */
  attestation: ShownAttestation.nullable(),
  /** The running projects of the company. */
  projects: z.array(NamedRecord),
  offeredOrderTypes: z.array(OrderType),
  quote: ShownQuote,
  /** The source order of a rework or supplemental order, and its selectable specimens. */
  source: z
    .object({ id: z.string(), orderNumber: z.string().nullable(), specimens: z.array(SourceChoice) })
    .nullable(),
  /** The amount paid by card before submission. */
  payment: DraftPayment,
  problems: z.array(z.object({ step: z.enum(WIZARD_STEPS), field: z.string(), message: z.string() })),
});
export type ShownDraft = z.infer<typeof ShownDraft>;
