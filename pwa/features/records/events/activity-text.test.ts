import { expect, test } from 'vitest';
import { activityText } from './log-frame.tsx';

test('the text of the chart names amount, period and peak', () => {
  const buckets = [
    { at: '2026-11-19 00:00', count: 2 },
    { at: '2026-11-20 00:00', count: 1200 },
    { at: '2026-11-21 00:00', count: 0 },
  ];
  expect(activityText({ unit: 'day', buckets })).toBe(
    '1,202 entries, Nov 19, 2026 to Nov 21, 2026, by day. Most: Nov 20, 2026 with 1,200.',
  );
  expect(activityText({ unit: 'day', buckets: [] })).toBe('Nothing in this period.');
});
