import type { Sample } from './sample.ts';

/** Hours after which a check-out is overdue when nobody says otherwise (domain 5.4). */
export const CHECK_OUT_HOURS = 12;

type Out = Pick<Sample, 'checkedOutAt' | 'dueBackAt'>;

/** The instant so many hours later. */
export const hoursAfter = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

/** When a checked-out sample is due back, or null. */
export const dueBack = ({ checkedOutAt, dueBackAt }: Out): string | null =>
  checkedOutAt === null ? null : (dueBackAt ?? hoursAfter(checkedOutAt, CHECK_OUT_HOURS));

/** Is a sample out for longer than it may be, at that instant? */
export function isOverdue(sample: Out, now: string): boolean {
  const due = dueBack(sample);
  return due !== null && due < now;
}
