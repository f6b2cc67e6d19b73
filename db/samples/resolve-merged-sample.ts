import type { Transaction } from '#db/transaction.ts';
import { type Sample, sample } from './sample.ts';

/**
 * Find the sample for an id after merges. Two devices may have received one tube under two ids; the later id
 * stays as a deleted row that points to the first, so that offline work with it still reaches the tube.
 */
export async function resolveMergedSample(tx: Transaction, id: string): Promise<Sample | undefined> {
  const sampleRow = await tx.get(sample, id);
  if (!sampleRow?.deleted || sampleRow.duplicateOfSampleId === null) return sampleRow;
  return tx.get(sample, sampleRow.duplicateOfSampleId);
}
