import dayjs from 'dayjs';

/** Preset periods. */
export const PERIODS = [
  { value: 'today', label: 'Today', days: 1 },
  { value: 'week', label: '7 days', days: 7 },
  { value: 'month', label: '30 days', days: 30 },
  { value: 'year', label: '1 year', days: 365 },
] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Convert the start of a local day `YYYY-MM-DD` to the server's format; null when invalid. */
export function startOf(day: string): string | null {
  const parsed = dayjs(day);
  return DAY.test(day) && parsed.isValid() ? parsed.startOf('day').toISOString() : null;
}

/** Convert the end of that day: the start of the next one. */
export function endOf(day: string): string | null {
  const start = startOf(day);
  return start && dayjs(start).add(1, 'day').startOf('day').toISOString();
}

/** Find the first of the last n days, including today. */
export const daysAgo = (days: number, now: Date): string =>
  dayjs(now)
    .subtract(days - 1, 'day')
    .format('YYYY-MM-DD');
