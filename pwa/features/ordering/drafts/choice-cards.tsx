import { useId } from 'react';

interface ChoiceCardsProps<Value extends string> {
  legend: string;
  name: string;
  value: Value | '';
  options: readonly { value: Value; label: string; note: string }[];
  error?: string | undefined;
  onChange(value: Value): void;
}

/** Selects one of a few options, each with an explanation. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { legend, name, value, options, error, onChange } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium text-sm">
        {legend}{' '}
        <span data-tone="danger" aria-hidden className="text-tone-ink">
          *
        </span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-14 cursor-pointer flex-col justify-center rounded-lg border border-line-strong bg-surface px-3 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={`${id}-${name}`}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="font-semibold">{option.label}</span>
            <span className="text-sm">{option.note}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} data-tone="danger" className="mt-1 font-medium text-sm text-tone-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
