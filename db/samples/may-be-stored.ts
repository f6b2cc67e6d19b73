import type { Order } from '#db/ordering/order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { Sample } from './sample.ts';
import { SAMPLE_LIFECYCLE } from './sample-lifecycle.ts';
import { SAMPLE_STATUSES, type SampleStatus } from './sample-status.ts';

/** Statuses from which remaining material is stored (domain 4.3). */
export const STORED_FROM: readonly SampleStatus[] = SAMPLE_STATUSES.filter((status) =>
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
