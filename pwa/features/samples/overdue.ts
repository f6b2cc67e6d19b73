import { isOverdue as isDue } from '#db/samples/due-back.ts';
import type { Sample } from '#db/samples/sample.ts';

/**
 * Report whether a checked-out sample is overdue: after 12 hours, or after the due time set at check-out
 * (domain 5.4).
 */
export const isOverdue = (
  sample: Pick<Sample, 'custodianUserId' | 'checkedOutAt' | 'dueBackAt'>,
  now: number,
): boolean => sample.custodianUserId !== null && isDue(sample, new Date(now).toISOString());
