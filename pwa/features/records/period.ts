import dayjs from 'dayjs';

/** Periods that are one touch away. */
export const PERIODS = [
  { value: 'today', label: 'Today', days: 1 },
  { value: 'week', label: '7 days', days: 7 },
  { value: 'month', label: '30 days', days: 30 },
  { value: 'year', label: '1 year', days: 365 },
] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The start of a day `YYYY-MM-DD` here, as the server takes it; null when it is none. */
export function startOf(day: string): string | null {
  const parsed = dayjs(day);
  return DAY.test(day) && parsed.isValid() ? parsed.startOf('day').toISOString() : null;
}

/** The end of that day: the start of the next one. */
export function endOf(day: string): string | null {
  const start = startOf(day);
  return start && dayjs(start).add(1, 'day').startOf('day').toISOString();
}

/** The day on which the last so many days began, today among them. */
export const daysAgo = (days: number, now: Date): string =>
  dayjs(now)
    .subtract(days - 1, 'day')
    .format('YYYY-MM-DD');
