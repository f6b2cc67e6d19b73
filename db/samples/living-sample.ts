import type { Transaction } from '#db/transaction.ts';
import { type Sample, sample } from './sample.ts';

/**
 * The sample that an id stands for now. Two devices may have received one tube under two ids; the later id stays as a
 * deleted row that points to the first, so that what was done offline with it still reaches the tube.
 */
export async function livingSample(tx: Transaction, id: string): Promise<Sample | undefined> {
  const found = await tx.get(sample, id);
  if (!found?.deleted || found.duplicateOfSampleId === null) return found;
  return tx.get(sample, found.duplicateOfSampleId);
}
