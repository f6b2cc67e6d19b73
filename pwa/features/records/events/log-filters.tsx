import dayjs from 'dayjs';
import { useId } from 'react';
import { listCompanies } from '#db/api/organizations/companies.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { ChoiceFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { useNow } from '#pwa/ui/use-now.ts';

/** Preset periods. */
const PERIODS = [
  { value: 'today', label: 'Today', days: 1 },
  { value: 'week', label: '7 days', days: 7 },
  { value: 'month', label: '30 days', days: 30 },
  { value: 'year', label: '1 year', days: 365 },
] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Convert the start of a local day `YYYY-MM-DD` to the server's format; null when invalid. */
export function startOf(day: string): string | null {
  const parsed = dayjs(day);
  return DAY.test(day) && parsed.isValid() ? parsed.startOf('day').toISOString() : null;
}

/** Convert the end of that day: the start of the next one. */
export function endOf(day: string): string | null {
  const start = startOf(day);
  return start && dayjs(start).add(1, 'day').startOf('day').toISOString();
}

/** Find the first of the last n days, including today. */
const daysAgo = (days: number, now: Date): string =>
  dayjs(now)
    .subtract(days - 1, 'day')
    .format('YYYY-MM-DD');

interface PeriodFilterProps {
  /** Days, `YYYY-MM-DD`, or empty. */
  from: string;
  to: string;
  onChange(from: string, to: string): void;
}

type Choice = 'all' | 'own' | (typeof PERIODS)[number]['value'];

/** The period of a log: a preset of recent days, or first and last day. */
export function PeriodFilter({ from, to, onChange }: PeriodFilterProps) {
  const now = new Date(useNow());
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

const query = { limit: 500, sort: 'name:asc' };

/** Use the filter by the organization of the user who acted, for people who see several. */
export function useCompanyFilter(severalCompanies: boolean): readonly ChoiceFilter[] {
  const { data } = useCall(listCompanies, { query }, { enabled: severalCompanies });
  if (!severalCompanies) return [];
  const options = (data?.rows ?? []).map(({ id, name, place }) => ({
    value: id,
    label: name,
    ...(place ? { note: place } : {}),
  }));
  return [{ name: 'companyId', label: 'Organization of the user', options }];
}
