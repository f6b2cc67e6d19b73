import { useId } from 'react';
import type { Option } from './select.tsx';

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group. */
  label: string;
  options: readonly Option<Value>[];
  value: Value | '';
  onChange(value: Value): void;
  disabled?: boolean;
}

/** A choice of one of two to five visible options. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="inline-flex max-w-full flex-wrap gap-1 rounded-md bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const Icon = option.icon;
        return (
          <label
            key={option.value}
            className="relative flex min-h-control whitespace-nowrap flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-sm border border-transparent px-3 font-medium text-ink-soft hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              data-command={option.command}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {Icon && <Icon aria-hidden size={16} />}
            {option.label}
          </label>
        );
      })}
    </fieldset>
  );
}

/** A yes/no choice; neither is selected while there is no answer. */
export function YesNo({
  label,
  value,
  onChange,
  disabled = false,
  takesCommands = false,
}: {
  label: string;
  value: boolean | null;
  onChange(value: boolean): void;
  disabled?: boolean;
  /** The command codes YES and NO answer it. */
  takesCommands?: boolean;
}) {
  const options = [
    { value: 'yes', label: 'Yes', ...(takesCommands ? { command: 'YES' as const } : {}) },
    { value: 'no', label: 'No', ...(takesCommands ? { command: 'NO' as const } : {}) },
  ] as const;
  const selectedOption = value === null ? '' : value ? 'yes' : 'no';
  return (
    <Segmented
      label={label}
      options={options}
      value={selectedOption}
      disabled={disabled}
      onChange={(next) => onChange(next === 'yes')}
    />
  );
}
