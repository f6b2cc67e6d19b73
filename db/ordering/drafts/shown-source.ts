import { z } from 'zod';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { OrderClassification } from '#db/ordering/orders/order-terms.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { SourceSpecimen } from './source-specimens.ts';

/** A selectable specimen of an earlier order, or the reason why it cannot be selected. */
export const SourceChoice = z.object({
  id: z.string(),
  customerSampleId: z.string(),
  requisitionNumber: z.string(),
  julianId: z.string().nullable(),
  status: SpecimenStatus,
  problem: z.string().nullable(),
});
export type SourceChoice = z.infer<typeof SourceChoice>;
/** All specimens of an earlier order. */
export const SourceChoices = z.object({ specimens: z.array(SourceChoice) });

/** The link to an order that another one continues, or that continues another one. */
export const LinkedOrder = z.object({
  id: z.string(),
  /** Null for a draft. */
  orderNumber: z.string().nullable(),
  orderClassification: OrderClassification,
  status: OrderStatus,
});
export type LinkedOrder = z.infer<typeof LinkedOrder>;

/** Return the fields by which people choose a source specimen. */
export const sourceChoice = ({ specimen, problem }: SourceSpecimen): SourceChoice => {
  const { id, customerSampleId, requisitionNumber, julianId, status } = specimen;
  return { id, customerSampleId, requisitionNumber, julianId, status, problem };
};
