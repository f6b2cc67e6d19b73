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

/** Check whether a time is a calendar date, which is stored as midnight UTC. */
export const isCalendarDate = (value: string): boolean => atMidnightUtc(dayjs.utc(value));

/**
 * Format a date for users: midnight UTC is a calendar date and stays that day, anything else is local time.
 */
export function formatDate(value: string | Date | null, format: DateFormat = 'monthDay'): string {
  if (value === null) return '';
  const parsed = dayjs.utc(value);
  if (!parsed.isValid()) return '';
  return (atMidnightUtc(parsed) ? parsed : parsed.local()).format(DATE_FORMATS[format]);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relate = (amount: string, isPast: boolean): string => (isPast ? `${amount} ago` : `in ${amount}`);

/** Format a calendar date relative to the local day; undefined from 7 days on. */
function formatRelativeDay(date: Dayjs, now: number): string | undefined {
  const today = dayjs(now);
  const days = Math.round((date.valueOf() - Date.UTC(today.year(), today.month(), today.date())) / DAY);
  if (Math.abs(days) >= 7) return undefined;
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days < 0 ? 'yesterday' : 'tomorrow';
  return relate(`${Math.abs(days)} d`, days < 0);
}

/**
 * Format a time relative to now: "5 min ago", "in 2 h", "3 d ago", for a calendar date "today" or "in 3 d"; undefined
 * when it is 7 days away or more.
 */
export function formatRelative(value: string | Date, now: number): string | undefined {
  const parsed = dayjs.utc(value);
  if (!parsed.isValid()) return undefined;
  if (atMidnightUtc(parsed)) return formatRelativeDay(parsed, now);
  const difference = parsed.valueOf() - now;
  const distance = Math.abs(difference);
  if (distance >= 7 * DAY) return undefined;
  if (distance < MINUTE) return 'just now';
  const [unit, name] = distance < HOUR ? [MINUTE, 'min'] : distance < DAY ? [HOUR, 'h'] : [DAY, 'd'];
  return relate(`${Math.floor(distance / unit)} ${name}`, difference < 0);
}

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

/** Format a duration in days and hours; whole hours, never negative. */
export function formatDuration(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / 3_600_000));
  const days = Math.floor(hours / 24);
  return days === 0 ? count(hours, 'hour') : `${count(days, 'day')} ${count(hours % 24, 'hour')}`;
}
