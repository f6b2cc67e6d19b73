import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { Command } from '#db/values/command-codes.ts';
import { type Control, INPUT_CLASS, inputAttributes } from './control.ts';

/** One option of a select. */
export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** A second line, where the layout has space for one. */
  note?: string;
  icon?: LucideIcon;
  disabled?: boolean;
  /** The command code that chooses it, where options are visible. */
  command?: Command;
}

interface SelectProps<Value extends string> extends Control<Value | ''> {
  options: readonly Option<Value>[];
  /** The first option while nothing is chosen. */
  placeholder?: string;
}

/** A select for a few options; it uses the native list, which works with gloves and with a keyboard. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, onBlur, placeholder = 'Choose…' } = props;
  return (
    <div className="relative">
      <select
        {...inputAttributes(props)}
        {...{ value, onBlur }}
        onChange={(event) =>
          onChange(options.find((option) => option.value === event.target.value)?.value ?? '')
        }
        className={`${INPUT_CLASS} appearance-none truncate pr-9`}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
}
