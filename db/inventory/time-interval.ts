import { z } from 'zod';

/** Units of shelf lives and certification intervals. */
const TIME_INTERVALS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export const TimeInterval = z.enum(TIME_INTERVALS);
export type TimeInterval = z.infer<typeof TimeInterval>;

/**
 * The label of each interval, singular and plural.
 * @public
 */
export const TIME_INTERVAL: Record<TimeInterval, { label: string; plural: string }> = {
  DAY: { label: 'day', plural: 'days' },
  WEEK: { label: 'week', plural: 'weeks' },
  MONTH: { label: 'month', plural: 'months' },
  YEAR: { label: 'year', plural: 'years' },
};

/**
 * Return the date `count` intervals after `day` (`YYYY-MM-DD`); the 31st becomes the last day of a shorter
 * month.
 */
export function addInterval(day: string, count: number, interval: TimeInterval): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  if (interval === 'DAY' || interval === 'WEEK') {
    const days = interval === 'DAY' ? count : 7 * count;
    return isoDate(new Date(Date.UTC(year, month - 1, date + days)));
  }
  const months = month - 1 + (interval === 'MONTH' ? count : 12 * count);
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return isoDate(new Date(Date.UTC(year, months, Math.min(date, lastDay))));
}

const isoDate = (moment: Date): string => moment.toISOString().slice(0, 10);
