import type { Sample } from '#db/samples/sample.ts';

/** Hours after which a check-out is overdue by default (domain 5.4). */
export const CHECK_OUT_HOURS = 12;

type Out = Pick<Sample, 'checkedOutAt' | 'dueBackAt'>;

/** Add hours to an instant. */
export const hoursAfter = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

/** Compute when a checked-out sample is due back, or null. */
export const dueBack = ({ checkedOutAt, dueBackAt }: Out): string | null =>
  checkedOutAt === null ? null : (dueBackAt ?? hoursAfter(checkedOutAt, CHECK_OUT_HOURS));

/** Check whether a checked-out sample is overdue at an instant. */
export function isOverdue(sample: Out, now: string): boolean {
  const due = dueBack(sample);
  return due !== null && due < now;
}
