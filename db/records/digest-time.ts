import type { EmailUpdateFrequency } from '../identity/email-update-frequency.ts';
import { labDayOf } from '../values/lab-day.ts';

const DAY_MS = 24 * 3_600_000;
const MORNING = '07:00:00';

const wallClockOf = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return Date.parse(
    `${at('year')}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}:${at('second')}Z`,
  );
};

/** The instant of 07:00 lab time on a day. Asked twice, since the first guess may lie across a change of clocks. */
function morningOf(day: string, timeZone: string): number {
  const wanted = Date.parse(`${day}T${MORNING}Z`);
  const guess = wanted - (wallClockOf(wanted, timeZone) - wanted);
  return guess - (wallClockOf(guess, timeZone) - wanted);
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

const isDue: Record<Exclude<EmailUpdateFrequency, 'NONE'>, (day: string) => boolean> = {
  DAILY: () => true,
  WEEKLY: (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1,
  MONTHLY: (day) => day.endsWith('-01'),
};

/**
 * When summaries of a rhythm were last due: daily at 07:00 lab time, weekly on Mondays, monthly on the first
 * (domain 3). A server that was away asks for the last one only; what it tells reaches back to the one before it.
 */
export function lastDigestTime(
  frequency: Exclude<EmailUpdateFrequency, 'NONE'>,
  now: string,
  timeZone: string,
): string {
  let day = labDayOf(now, timeZone);
  if (morningOf(day, timeZone) > Date.parse(now)) day = dayBefore(day);
  while (!isDue[frequency](day)) day = dayBefore(day);
  return new Date(morningOf(day, timeZone)).toISOString();
}
