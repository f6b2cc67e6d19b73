import { z } from 'zod';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { batchJulianId } from '#db/values/julian-date.ts';
import type { BatchType } from './batch.ts';

/** Return the first number of a day on the batch plan: sequencing starts at 3, everything else at 1 (D4). */
const batchOrderOffset = (type: BatchType): 1 | 3 => (type === 'SEQUENCING' ? 3 : 1);

/**
 * Return the julianId and the order of the next batch of a day, given the number of batches of its type on
 * that day.
 */
export const numberBatch = (
  entity: BusinessEntity,
  labDay: string,
  type: BatchType,
  alreadyThatDay: number,
): { julianId: string; batchOrder: number } => ({
  julianId: batchJulianId(entity, labDay, type, alreadyThatDay + 1),
  batchOrder: alreadyThatDay + batchOrderOffset(type),
});

interface Ordered {
  batchOrder: number | null;
  julianId: string;
}

/** Compare batches by batchOrder when both have one, otherwise by julianId. */
export function compareBatches(a: Ordered, b: Ordered): number {
  if (a.batchOrder !== null && b.batchOrder !== null && a.batchOrder !== b.batchOrder)
    return a.batchOrder - b.batchOrder;
  return a.julianId < b.julianId ? -1 : a.julianId > b.julianId ? 1 : 0;
}

/** The device's letter when labels are made offline, null when online (domain 5.2). */
export const SuffixLetter = z
  .string()
  .regex(/^[A-HJ-NP-Z]$/, 'A device letter is A to Z without I and O.')
  .nullable()
  .default(null);
