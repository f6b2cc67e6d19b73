import { type Order, order } from '#db/ordering/orders/order.ts';
import { SAMPLE_STATUSES, type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { SAMPLE_LIFECYCLE } from '#db/samples/sample-lifecycle.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { END_PLACES, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';

/** Statuses from which remaining material is stored (domain 4.3). */
const STORED_FROM: readonly SampleStatus[] = SAMPLE_STATUSES.filter((status) =>
  SAMPLE_LIFECYCLE[status].includes('IN_STORAGE'),
);

const FINISHED_STATUSES: readonly Specimen['status'][] = ['COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE'];

/** Check whether this sample can be remaining material. */
export const isLeftOver = ({ status, remainingVolume, specimenId }: Sample): boolean =>
  specimenId !== null &&
  (status === 'IN_STORAGE' || STORED_FROM.includes(status)) &&
  (remainingVolume === null || Number(remainingVolume) > 0);

/** Check whether the work on a specimen is finished. */
export const isFinished = ({ status }: Specimen): boolean => FINISHED_STATUSES.includes(status);

/** Check whether the order is closed and the customer chose to store its remaining material. */
export const isStorageOrdered = (of: Pick<Order, 'status' | 'postSequenceOption'> | undefined): boolean =>
  of?.status === 'COMPLETED' && of.postSequenceOption === 'STORE';

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
