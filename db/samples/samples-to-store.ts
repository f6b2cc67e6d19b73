import { order } from '#db/ordering/order.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { END_PLACES } from '#db/storage/storage-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { isLeftOver, isStorageOrdered } from './may-be-stored.ts';
import { type Sample, sample } from './sample.ts';

/**
 * List the remaining material of finished specimens with a closed order that is not stored yet (domain 4.2):
 * it is on a bench, in somebody's hands, or was put away before the order was closed. The query begins with
 * the specimens, because stored ones drop out there. Sorted by barcode.
 */
export async function findSamplesToStore(tx: Transaction): Promise<Sample[]> {
  const finishedSpecimens = await tx.find(specimen, { status: ['COMPLETED', 'FAILED_QC_CANCELED'] });
  if (finishedSpecimens.length === 0) return [];
  const orderIds = [...new Set(finishedSpecimens.map(({ orderId }) => orderId))].sort();
  const storedOrderIds = new Set(
    (await tx.find(order, { id: orderIds })).filter(isStorageOrdered).map(({ id }) => id),
  );
  const ids = finishedSpecimens.filter(({ orderId }) => storedOrderIds.has(orderId)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const endPlaceIds = new Set(
    (await tx.find(storageManagement, { type: [...END_PLACES] })).map(({ id }) => id),
  );
  const rows = await tx.find(sample, { specimenId: ids });
  return rows
    .filter(
      (row) =>
        isLeftOver(row) &&
        row.status !== 'IN_STORAGE' &&
        // A duplicate well has no tube of its own.
        row.duplicateOfSampleId === null &&
        !endPlaceIds.has(row.storageLocationId ?? ''),
    )
    .sort((one, other) => (one.barcode < other.barcode ? -1 : 1));
}
