import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { type Period, usualPeriods } from './report-period.ts';

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
            placeholder="Own days"
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
