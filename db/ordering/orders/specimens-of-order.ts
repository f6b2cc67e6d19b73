import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';

/** Drop canceled specimens, and sort the others by their rows of the order. */
export const withoutCanceled = (rows: readonly Specimen[]): Specimen[] =>
  rows.filter(({ status }) => status !== 'CANCELED').sort((one, other) => one.orderRow - other.orderRow);

/** Return the counted specimens of an order: neither deleted nor canceled, in row order. */
export const activeSpecimens = async (tx: Transaction, orderId: string): Promise<Specimen[]> =>
  withoutCanceled(await tx.find(specimen, { orderId }));
