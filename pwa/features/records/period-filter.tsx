import { useId } from 'react';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { daysAgo, PERIODS } from './period.ts';

interface PeriodFilterProps {
  /** Days, `YYYY-MM-DD`, or empty. */
  from: string;
  to: string;
  onChange(from: string, to: string): void;
}

type Choice = 'all' | 'own' | (typeof PERIODS)[number]['value'];

/** The period of a log: a preset of recent days, or first and last day. */
export function PeriodFilter({ from, to, onChange }: PeriodFilterProps) {
  const now = new Date();
  const selectedChoice: Choice =
    from === '' && to === ''
      ? 'all'
      : (to === '' && PERIODS.find(({ days }) => daysAgo(days, now) === from)?.value) || 'own';
  const choose = (next: Choice): void => {
    const period = PERIODS.find(({ value }) => value === next);
    if (period) onChange(daysAgo(period.days, now), '');
    else if (next === 'all') onChange('', '');
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Segmented<Choice>
        label="Period"
        value={selectedChoice}
        options={[{ value: 'all', label: 'All' }, ...PERIODS]}
        onChange={choose}
      />
      <div className="grid grid-cols-2 gap-2 max-md:w-full">
        <Day label="From" value={from} onChange={(day) => onChange(day, to)} />
        <Day label="Until" value={to} onChange={(day) => onChange(from, day)} />
      </div>
    </div>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      <TextInput id={id} type="date" value={value} onChange={onChange} />
    </div>
  );
}
