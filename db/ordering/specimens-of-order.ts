import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';

/** Drops the specimens that were canceled, and sorts the others by their rows of the order. */
export const withoutCanceled = (rows: readonly Specimen[]): Specimen[] =>
  rows.filter(({ status }) => status !== 'CANCELED').sort((one, other) => one.orderRow - other.orderRow);

/** The specimens of an order that count: neither deleted nor canceled, in the order of their rows. */
export const activeSpecimens = async (tx: Transaction, orderId: string): Promise<Specimen[]> =>
  withoutCanceled(await tx.find(specimen, { orderId }));
