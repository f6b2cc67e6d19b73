import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { livingSample } from './living-sample.ts';
import type { Sample } from './sample.ts';

/** The sample that the id stands for now, or NOT_FOUND. */
export async function sampleOf(tx: Transaction, id: string): Promise<Sample> {
  const found = await livingSample(tx, id);
  if (!found || found.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return found;
}

/** The place, or NOT_FOUND. */
export async function containerOf(tx: Transaction, id: string): Promise<StorageManagement> {
  const found = await tx.get(storageManagement, id);
  if (!found || found.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return found;
}
