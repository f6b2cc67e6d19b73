import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** The date formats of the specification (section 9), by where they are used. */
const DATE_FORMATS = {
  dayAtTime: 'DD MMM YYYY [at] h:mm A',
  monthDayAtTime: 'MMM D, YYYY [at] h:mm A',
  monthDay: 'MMM D, YYYY',
  shortAtTime: 'MMM D [@] h:mm A',
  dashed: 'MM-DD-YYYY',
  slashed: 'MM/DD/YY',
  dayMonth: 'D MMM YYYY',
} as const;
export type DateFormat = keyof typeof DATE_FORMATS;

function atMidnightUtc(value: Dayjs): boolean {
  const moment = value.utc();
  return moment.hour() === 0 && moment.minute() === 0 && moment.second() === 0 && moment.millisecond() === 0;
}

/**
 * Format a date for users: midnight UTC is a calendar date and stays that day, anything else is local time.
 */
export function formatDate(value: string | Date | null, format: DateFormat = 'monthDay'): string {
  if (value === null) return '';
  const parsed = dayjs.utc(value);
  if (!parsed.isValid()) return '';
  return (atMidnightUtc(parsed) ? parsed : parsed.local()).format(DATE_FORMATS[format]);
}

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

/** Format a duration in days and hours; whole hours, never negative. */
export function formatDuration(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / 3_600_000));
  const days = Math.floor(hours / 24);
  return days === 0 ? count(hours, 'hour') : `${count(days, 'day')} ${count(hours % 24, 'hour')}`;
}
