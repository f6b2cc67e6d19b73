import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { Sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import { readPath } from '#db/storage/container-path.ts';
import { isEndPlace, type StorageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { isFinished, isLeftOver, isStorageOrdered } from './samples-to-store.ts';

/**
 * Store the remaining material of a finished specimen that was put into storage after its order was closed,
 * as the customer chose: the sample becomes IN_STORAGE, and with its primary sample the specimen too (domain
 * 4.2, 4.3). Returns the updated sample.
 */
export async function storeFinished(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  container: StorageManagement,
): Promise<Sample> {
  if (!isLeftOver(row) || row.specimenId === null || isEndPlace(container.type)) return row;
  const owner = await tx.get(specimen, row.specimenId);
  if (!owner || !isFinished(owner)) return row;
  if (!isStorageOrdered(await tx.get(order, owner.orderId))) return row;
  // A sample on a bench is in use, not stored.
  if ((await readPath(tx, container.id)).some(({ type }) => type === 'BENCH')) return row;
  const reason = `Stored in ${container.name}`;
  const storedSample = await changeSampleStatus(tx, context, row, 'IN_STORAGE', { reason });
  if (row.sampleKind === 'PRIMARY') await changeSpecimenStatus(tx, context, owner, 'IN_STORAGE');
  return storedSample;
}
