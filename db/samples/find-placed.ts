import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { resolveMergedSample } from './resolve-merged-sample.ts';
import type { Sample } from './sample.ts';

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
