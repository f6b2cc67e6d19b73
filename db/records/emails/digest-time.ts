import type { EmailUpdateFrequency } from '#db/identity/preference-form.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { instantOfWallClock } from '#db/values/wall-clock.ts';

const DAY_MS = 24 * 3_600_000;
const MORNING = '07:00:00';

/** Compute the instant of 07:00 lab time on a day. */
function morningOf(day: string, timeZone: string): number {
  return instantOfWallClock(Date.parse(`${day}T${MORNING}Z`), timeZone);
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

const isDue: Record<Exclude<EmailUpdateFrequency, 'NONE'>, (day: string) => boolean> = {
  DAILY: () => true,
  WEEKLY: (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1,
  MONTHLY: (day) => day.endsWith('-01'),
};

/**
 * Compute when summaries of a rhythm were last due: daily at 07:00 lab time, weekly on Mondays, monthly on
 * the first (domain 3). After a downtime the server sends only the last summary; it covers the time since the
 * one before.
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
