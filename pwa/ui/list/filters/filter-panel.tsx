import { Check, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { INPUT_CLASS } from '#pwa/ui/form/control.ts';
import { type ChoiceFilter, type ListFilter, toggledValues } from './list-filter.ts';

/** From this number on, options can be searched. */
const SEARCHED_FROM = 9;
/** Longer lists are searched, not scrolled. */
const MAX_OPTIONS = 100;

const ITEM =
  'flex min-h-control w-full items-center gap-2 rounded-sm px-2.5 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2';

/** Move the focus between the buttons of a panel with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? stops.indexOf(focused) : -1;
  stops[(at + step + stops.length) % stops.length]?.focus();
}

function Panel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset onKeyDown={moveFocus} className="flex min-w-0 flex-col gap-1">
      <legend className="px-2.5 py-1 font-semibold text-ink-soft text-xs">{label}</legend>
      {children}
    </fieldset>
  );
}

interface ValuesProps<Filter> {
  filter: Filter;
  values: readonly string[];
  onChange(values: readonly string[]): void;
  /** Closes the panel after a single choice. */
  onDone(): void;
}

function Choices({ filter, values, onChange, onDone }: ValuesProps<ChoiceFilter>) {
  const { options, multiple = false, label } = filter;
  const [search, setSearch] = useState('');
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = options.filter(({ label: text, note = '' }) =>
    terms.every((term) => `${text} ${note}`.toLowerCase().includes(term)),
  );
  const press = (value: string): void => {
    onChange(toggledValues(filter, values, value));
    if (!multiple) onDone();
  };
  return (
    <Panel label={label}>
      {options.length >= SEARCHED_FROM && (
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className={INPUT_CLASS}
        />
      )}
      {matches.length === 0 && <p className="px-2.5 py-2 text-ink-soft">No options match</p>}
      <ul className="max-h-80 overflow-y-auto">
        {matches.slice(0, MAX_OPTIONS).map(({ value, label: text, note }) => {
          const isChosen = values.includes(value);
          return (
            <li key={value}>
              <button type="button" aria-pressed={isChosen} onClick={() => press(value)} className={ITEM}>
                <Check aria-hidden size={16} className={classNames('shrink-0', !isChosen && 'invisible')} />
                <span className="min-w-0">
                  {text}
                  {note && <span className="block text-ink-soft text-sm">{note}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** The values of one filter: a list of choices, or a day. */
export function FilterValues({ filter, ...rest }: ValuesProps<ListFilter>) {
  if ('options' in filter) return <Choices filter={filter} {...rest} />;
  const { values, onChange } = rest;
  return (
    <Panel label={filter.label}>
      <input
        type="date"
        aria-label={filter.label}
        value={values[0] ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}
        className={INPUT_CLASS}
      />
    </Panel>
  );
}

interface NewFilterProps {
  /** Filters that are not active. */
  filters: readonly ListFilter[];
  onSelect(filter: ListFilter): void;
}

/** The filters that can be added. */
export const NewFilter = ({ filters, onSelect }: NewFilterProps) => (
  <Panel label="Filter by">
    <ul>
      {filters.map((filter) => (
        <li key={filter.name}>
          <button type="button" onClick={() => onSelect(filter)} className={ITEM}>
            <span className="flex-1">{filter.label}</span>
            <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-soft" />
          </button>
        </li>
      ))}
    </ul>
  </Panel>
);
