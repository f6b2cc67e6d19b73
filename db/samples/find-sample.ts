import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
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

/** Load the sample for an id, after merges, or throw NOT_FOUND. */
export async function sampleOf(tx: Transaction, id: string): Promise<Sample> {
  const sampleRow = await resolveMergedSample(tx, id);
  if (!sampleRow || sampleRow.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return sampleRow;
}

/** Load the location, or throw NOT_FOUND. */
export async function containerOf(tx: Transaction, id: string): Promise<StorageManagement> {
  const sampleRow = await tx.get(storageManagement, id);
  if (!sampleRow || sampleRow.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return sampleRow;
}
