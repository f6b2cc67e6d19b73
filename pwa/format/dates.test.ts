import { describe, expect, test } from 'vitest';
import { formatDate, formatDuration } from './dates.ts';

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
});
