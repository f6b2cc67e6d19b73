import { isOverdue as isDue } from '#db/samples/due-back.ts';
import type { Sample } from '#db/samples/sample.ts';

/** A checked-out sample is due back after 12 hours, or when the person who took it said (domain 5.4). */
export const isOverdue = (
  sample: Pick<Sample, 'custodianUserId' | 'checkedOutAt' | 'dueBackAt'>,
  now: number,
): boolean => sample.custodianUserId !== null && isDue(sample, new Date(now).toISOString());
