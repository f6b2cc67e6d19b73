import { expect, test } from 'vitest';
import type { RunTrend } from '#db/sequencing/runs/shown-run.ts';
import { sumByMonth } from './run-trends.tsx';

const trend = (overrides: Partial<RunTrend>): RunTrend => ({
  month: '2026-10',
  sequencerName: 'PromethION',
  flowCellProductCode: 'FLO-PRO114M',
  runs: 1,
  failedRuns: 0,
  basesPass: 90e9,
  poresAtStart: 7000,
  ...overrides,
});

test('trends are summed by month in its order, with means weighted by runs', () => {
  const rows = [
    trend({ month: '2026-11', runs: 2, failedRuns: 1, basesPass: 100e9, poresAtStart: null }),
    trend({ runs: 3, basesPass: 300e9, poresAtStart: 8000 }),
    trend({ sequencerName: 'GridION', basesPass: 20e9, poresAtStart: 1200 }),
  ];
  expect(sumByMonth(rows)).toEqual([
    { month: '2026-10', runs: 4, failedRuns: 0, basesPerRun: 80e9, poresAtStart: 6300 },
    { month: '2026-11', runs: 2, failedRuns: 1, basesPerRun: 50e9, poresAtStart: null },
  ]);
});
