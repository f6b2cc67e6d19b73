import { expect, test } from 'vitest';
import { formatBases, formatBasesShort } from '#pwa/format/bases.ts';
import { explainRun, formatRunTime, formatYield } from './run-text.ts';

test('bases are shown in the largest unit that fits', () => {
  expect([74_167_499_060, 300_000, 20, 0, 1_250_000].map(formatBases)).toEqual([
    '74.17 Gb',
    '300.0 kb',
    '20 b',
    '0 b',
    '1.25 Mb',
  ]);
  expect(formatBasesShort(80_000_000_000)).toBe('80Gb');
});

test('a yield without basecalling says that it is estimated', () => {
  expect(formatYield({ basecalled: false, basesPass: 0, estimatedBases: 44_600_000_000 })).toBe(
    '44.60 Gb (estimated)',
  );
  expect(formatYield({ basecalled: true, basesPass: 2_000_000, estimatedBases: 9 })).toBe('2.00 Mb');
});

test('a final summary without a report says that the run ended, and not how', () => {
  expect(explainRun({ rawState: null, isFinal: true })).toContain('do not say how');
  expect(explainRun({ rawState: null, isFinal: false })).toContain('in progress');
});

test('the time of a run that goes on ends now', () => {
  const start = '2026-11-20T10:00:00.000Z';
  expect(formatRunTime(start, '2026-11-23T10:06:00.000Z', 0)).toBe('72 h 6 min');
  expect(formatRunTime(start, null, Date.parse(start) + 59 * 60_000)).toBe('59 min');
  expect(formatRunTime(null, null, 0)).toBeNull();
});
