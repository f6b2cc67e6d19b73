import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import type { Sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';

/** Return the specimens of samples that this replica has, by id. */
export async function specimensOf(
  tx: Transaction,
  samples: readonly Sample[],
): Promise<Map<string, Specimen>> {
  const ids = [
    ...new Set(samples.flatMap((row) => (row.specimenId === null ? [] : [row.specimenId]))),
  ].sort();
  if (ids.length === 0) return new Map();
  return new Map((await tx.find(specimen, { id: ids })).map((row) => [row.id, row]));
}

/**
 * Update the specimens of samples: each one in status `from` changes to `to`; then their orders are derived.
 * `fields` may add fields to the same write.
 */
export async function moveSpecimens(
  tx: Transaction,
  context: OperationContext,
  samples: readonly Sample[],
  from: readonly SpecimenStatus[],
  to: SpecimenStatus,
  fields: (row: Specimen) => Partial<Specimen> = () => ({}),
): Promise<void> {
  const orders = new Set<string>();
  for (const row of (await specimensOf(tx, samples)).values()) {
    if (!from.includes(row.status)) continue;
    await changeSpecimenStatus(tx, context, row, to, { fields: fields(row) });
    orders.add(row.orderId);
  }
  for (const orderId of orders) await deriveOrderStatus(tx, context, orderId);
}
