import { describe, expect, test } from 'vitest';
import { formatDate, formatDuration, formatRelative } from './dates.ts';

describe('dates', () => {
  test('a date at midnight UTC is shown as that day wherever the lab is', () => {
    expect(formatDate('2026-03-04T00:00:00.000Z')).toBe('Mar 4, 2026');
    expect(formatDate('2026-03-04', 'slashed')).toBe('03/04/26');
    expect(formatDate('2026-03-04T00:00:00.000Z', 'dayAtTime')).toBe('04 Mar 2026 at 12:00 AM');
  });

  test('any other time is shown in local time', () => {
    const moment = new Date(2026, 2, 4, 15, 7);
    expect(formatDate(moment, 'dayAtTime')).toBe('04 Mar 2026 at 3:07 PM');
    expect(formatDate(moment, 'monthDayAtTime')).toBe('Mar 4, 2026 at 3:07 PM');
    expect(formatDate(moment, 'shortAtTime')).toBe('Mar 4 @ 3:07 PM');
    expect(formatDate(moment, 'dashed')).toBe('03-04-2026');
    expect(formatDate(moment, 'dayMonth')).toBe('4 Mar 2026');
  });

  test('an invalid date is shown as empty', () => {
    expect(formatDate(null)).toBe('');
    expect(formatDate('soon')).toBe('');
  });

  test('a duration is shown in days and hours', () => {
    expect(formatDuration(3_600_000)).toBe('1 hour');
    expect(formatDuration(26 * 3_600_000)).toBe('1 day 2 hours');
    expect(formatDuration(49.9 * 3_600_000)).toBe('2 days 1 hour');
    expect(formatDuration(-5)).toBe('0 hours');
  });

  test('a time within 7 days is shown relative to now', () => {
    const now = new Date(2026, 10, 20, 12, 0).getTime();
    const shifted = (milliseconds: number): string | undefined =>
      formatRelative(new Date(now + milliseconds), now);
    const [minute, hour] = [60_000, 3_600_000];
    expect(shifted(-59_000)).toBe('just now');
    expect(shifted(-minute)).toBe('1 min ago');
    expect(shifted(-59.9 * minute)).toBe('59 min ago');
    expect(shifted(-hour)).toBe('1 h ago');
    expect(shifted(2.5 * hour)).toBe('in 2 h');
    expect(shifted(-24 * hour)).toBe('1 d ago');
    expect(shifted(7 * 24 * hour - 1)).toBe('in 6 d');
    expect(shifted(-7 * 24 * hour)).toBeUndefined();
    expect(formatRelative('soon', now)).toBeUndefined();
  });

  test('a calendar date is compared with the local day', () => {
    const lateEvening = new Date(2026, 10, 20, 23, 30).getTime();
    const day = (text: string): string | undefined => formatRelative(`${text}T00:00:00.000Z`, lateEvening);
    expect(day('2026-11-20')).toBe('today');
    expect(day('2026-11-21')).toBe('tomorrow');
    expect(day('2026-11-19')).toBe('yesterday');
    expect(day('2026-11-26')).toBe('in 6 d');
    expect(day('2026-11-14')).toBe('6 d ago');
    expect(day('2026-11-27')).toBeUndefined();
  });
});
