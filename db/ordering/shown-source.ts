import { z } from 'zod';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { OrderClassification } from './order-classification.ts';
import { OrderStatus } from './order-status.ts';
import type { SourceSpecimen } from './source-specimens.ts';

/** A specimen of an earlier order as it is chosen from, with why it cannot be. */
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

/** An order that goes on with another, or that another goes on with, as a link to it is worded. */
export const LinkedOrder = z.object({
  id: z.string(),
  orderNumber: z.string(),
  orderClassification: OrderClassification,
  status: OrderStatus,
});
export type LinkedOrder = z.infer<typeof LinkedOrder>;

/** What of a source specimen people choose by. */
export const sourceChoice = ({ specimen, problem }: SourceSpecimen): SourceChoice => {
  const { id, customerSampleId, requisitionNumber, julianId, status } = specimen;
  return { id, customerSampleId, requisitionNumber, julianId, status, problem };
};
