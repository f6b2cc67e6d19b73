import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Specimen, specimen } from './specimen.ts';

/** Load the specimen, or throw NOT_FOUND. */
export async function specimenOf(tx: Transaction, id: string): Promise<Specimen> {
  const specimenRow = await tx.get(specimen, id);
  if (!specimenRow || specimenRow.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return specimenRow;
}
