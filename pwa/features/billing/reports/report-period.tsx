import dayjs from 'dayjs';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';

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

interface PeriodFilterProps {
  period: Period;
  onChange(period: Period): void;
  today: string;
}

/** The days of a report: a preset period, or a first and a last day. */
export function PeriodFilter({ period, onChange, today }: PeriodFilterProps) {
  const usual = usualPeriods(today);
  const selectedId = usual.find(({ from, to }) => from === period.from && to === period.to)?.id ?? '';
  return (
    <>
      <Field label="Period" filter>
        {(control) => (
          <Select<string>
            {...control}
            value={selectedId}
            placeholder="Custom"
            onChange={(id) => {
              const match = usual.find((one) => one.id === id);
              if (match) onChange({ from: match.from, to: match.to });
            }}
            options={usual.map(({ id: value, label }) => ({ value, label }))}
          />
        )}
      </Field>
      <div className="flex gap-3 *:flex-1 max-sm:w-full">
        <Field label="First day" filter>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={period.from}
              onChange={(from) => onChange({ ...period, from })}
            />
          )}
        </Field>
        <Field label="Last day" filter>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={period.to}
              onChange={(to) => onChange({ ...period, to })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
