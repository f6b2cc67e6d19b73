import dayjs from 'dayjs';

/** The days of a report. */
export interface Period {
  from: string;
  to: string;
}

const DAY = 'YYYY-MM-DD';

/** The last twelve months up to the lab's day, from the first day of the month eleven months before. */
export const lastTwelveMonths = (today: string): Period => ({
  from: dayjs(today).subtract(11, 'month').startOf('month').format(DAY),
  to: today,
});

/** Preset periods with their names. */
export const usualPeriods = (today: string): readonly (Period & { id: string; label: string })[] => {
  const now = dayjs(today);
  const year = now.year();
  const before = now.subtract(1, 'month');
  return [
    { id: 'twelve', label: 'Last 12 months', ...lastTwelveMonths(today) },
    { id: 'year', label: 'This year', from: `${year}-01-01`, to: today },
    { id: 'last-year', label: 'Last year', from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    { id: 'month', label: 'This month', from: now.startOf('month').format(DAY), to: today },
    {
      id: 'last-month',
      label: 'Last month',
      from: before.startOf('month').format(DAY),
      to: before.endOf('month').format(DAY),
    },
  ];
};
