import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';

/** The specimens of an order that count: neither deleted nor canceled, in the order of their rows. */
export async function liveSpecimens(tx: Transaction, orderId: string): Promise<Specimen[]> {
  const rows = await tx.find(specimen, { orderId });
  return rows
    .filter(({ status }) => status !== 'CANCELED')
    .sort((one, other) => one.orderRow - other.orderRow);
}
