import type { Sample } from '#db/samples/sample.ts';

const DUE_HOURS = 12;

/** A checked-out sample is due back after 12 hours (domain 5.4). */
export const isOverdue = (sample: Pick<Sample, 'custodianUserId' | 'checkedOutAt'>, now: number): boolean =>
  sample.custodianUserId !== null &&
  sample.checkedOutAt !== null &&
  now - Date.parse(sample.checkedOutAt) > DUE_HOURS * 3_600_000;
