import { expect, test } from 'vitest';
import { lastDigestTime } from './digest-time.ts';

const NEW_YORK = 'America/New_York';

test("the daily summary is due at 07:00 lab time; before that the latest is yesterday's", () => {
  expect(lastDigestTime('DAILY', '2026-11-20T12:00:00.000Z', NEW_YORK)).toBe('2026-11-20T12:00:00.000Z');
  expect(lastDigestTime('DAILY', '2026-11-20T11:59:59.000Z', NEW_YORK)).toBe('2026-11-19T12:00:00.000Z');
  expect(lastDigestTime('DAILY', '2026-11-20T23:00:00.000Z', 'Asia/Tokyo')).toBe('2026-11-20T22:00:00.000Z');
});

test('the daily summary stays at 07:00 on days of a clock change', () => {
  expect(lastDigestTime('DAILY', '2026-11-01T20:00:00.000Z', NEW_YORK)).toBe('2026-11-01T12:00:00.000Z');
  expect(lastDigestTime('DAILY', '2026-10-31T20:00:00.000Z', NEW_YORK)).toBe('2026-10-31T11:00:00.000Z');
  expect(lastDigestTime('DAILY', '2026-03-08T20:00:00.000Z', NEW_YORK)).toBe('2026-03-08T11:00:00.000Z');
});

test('the weekly summary is due on Mondays, the monthly one on the first', () => {
  expect(lastDigestTime('WEEKLY', '2026-11-22T18:00:00.000Z', NEW_YORK)).toBe('2026-11-16T12:00:00.000Z');
  expect(lastDigestTime('WEEKLY', '2026-11-23T11:00:00.000Z', NEW_YORK)).toBe('2026-11-16T12:00:00.000Z');
  expect(lastDigestTime('WEEKLY', '2026-11-23T12:30:00.000Z', NEW_YORK)).toBe('2026-11-23T12:00:00.000Z');
  expect(lastDigestTime('MONTHLY', '2026-11-21T18:00:00.000Z', NEW_YORK)).toBe('2026-11-01T12:00:00.000Z');
  expect(lastDigestTime('MONTHLY', '2026-03-01T03:00:00.000Z', NEW_YORK)).toBe('2026-02-01T12:00:00.000Z');
});
