import {
  Combobox as Box,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
} from '@headlessui/react';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { type Control, INPUT_CLASS, inputAttributes } from './control.ts';
import type { Option } from './select.tsx';

const MAX_OPTIONS = 50;

interface ComboboxProps<Value extends string> extends Control<Value | ''> {
  options: readonly Option<Value>[];
  placeholder?: string;
}

function matching<Value extends string>(options: readonly Option<Value>[], query: string): Option<Value>[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hit = (option: Option<Value>): boolean => {
    const text = `${option.label} ${option.note ?? ''}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  };
  return options.filter(hit).slice(0, MAX_OPTIONS);
}

/** A select with a text filter, for many options. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { options, value, onChange, onBlur, placeholder = 'Search' } = props;
  const [query, setQuery] = useState('');
  const matches = matching(options, query);
  const { disabled, ...attributes } = inputAttributes(props);
  const labelOf = (selectedValue: Value | ''): string =>
    options.find((option) => option.value === selectedValue)?.label ?? '';
  return (
    <Box
      immediate
      value={value}
      disabled={disabled ?? false}
      onChange={(next) => onChange(next ?? '')}
      onClose={() => setQuery('')}
    >
      <div className="relative">
        <ComboboxInput
          {...attributes}
          onBlur={onBlur}
          placeholder={placeholder}
          autoComplete="off"
          displayValue={labelOf}
          onChange={(event) => setQuery(event.target.value)}
          className={`${INPUT_CLASS} pr-10`}
        />
        <ComboboxButton
          aria-label="Show the choices"
          className="absolute inset-y-0 right-0 grid w-10 place-items-center text-ink-soft"
        >
          <ChevronsUpDown aria-hidden size={18} />
        </ComboboxButton>
      </div>
      <ComboboxOptions
        anchor={{ to: 'bottom', gap: 4, padding: 12 }}
        className="z-50 max-h-72 w-(--input-width) overflow-auto rounded-md border border-line bg-surface p-1 shadow-overlay empty:invisible"
      >
        {matches.map((option) => (
          <ComboboxOption
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            className="group flex min-h-control items-center gap-2 rounded-sm px-2 data-focus:bg-accent-soft data-focus:text-accent-ink"
          >
            <Check aria-hidden size={16} className="invisible shrink-0 group-data-selected:visible" />
            <span className="min-w-0">
              <span className="block">{option.label}</span>
              {option.note && <span className="block text-ink-soft text-sm">{option.note}</span>}
            </span>
          </ComboboxOption>
        ))}
      </ComboboxOptions>
    </Box>
  );
}
