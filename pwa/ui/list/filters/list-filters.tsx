import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { ChevronDown, ListFilterPlus, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDate } from '#pwa/format/dates.ts';
import { FilterValues, NewFilter } from './filter-panel.tsx';
import { type FilterState, formatFilterValues, type ListFilter } from './list-filter.ts';

const PANEL =
  'z-50 w-64 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-surface p-1 shadow-overlay outline-none';
const ANCHOR = { to: 'bottom start', gap: 4, padding: 8 } as const;

interface ChipProps {
  filter: ListFilter;
  list: FilterState;
  /** Takes the focus when the chip disappears. */
  addButton: RefObject<HTMLButtonElement | null>;
}

/** An active filter: its name opens the choices, the cross removes it. */
function FilterChip({ filter, list, addButton }: ChipProps) {
  const values = list.filter(filter.name);
  const text = `${filter.label}: ${formatFilterValues(filter, values, (day) => formatDate(day))}`;
  const change = (next: readonly string[]): void => {
    if (next.length === 0) addButton.current?.focus();
    list.setFilter(filter.name, next);
  };
  return (
    <li className="inline-flex min-w-0 max-w-full items-stretch rounded-md border border-accent bg-accent-soft text-accent-ink">
      <Popover className="flex min-w-0">
        <PopoverButton className="flex min-h-control min-w-0 items-center gap-1 rounded-l-md pr-1 pl-3 text-left">
          <span className="truncate">{text}</span>
          <ChevronDown aria-hidden size={16} className="shrink-0" />
        </PopoverButton>
        <PopoverPanel focus anchor={ANCHOR} className={PANEL}>
          {({ close }) => (
            <FilterValues filter={filter} values={values} onChange={change} onDone={() => close()} />
          )}
        </PopoverPanel>
      </Popover>
      <button
        type="button"
        aria-label={`Remove filter ${text}`}
        className="grid min-h-control w-9 shrink-0 place-items-center rounded-r-md pointer-coarse:w-11"
        onClick={() => change([])}
      >
        <X aria-hidden size={16} />
      </button>
    </li>
  );
}

interface PanelBodyProps {
  filters: readonly ListFilter[];
  list: FilterState;
  onDone(): void;
}

/** First the filters, then the choices of the selected one. */
function AddFilter({ filters, list, onDone }: PanelBodyProps) {
  const [selected, setSelected] = useState<ListFilter | null>(null);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed name was replaced by the choices.
    if (selected) area.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [selected]);
  const current = filters.find(({ name }) => name === selected?.name);
  return (
    <div ref={area}>
      {current ? (
        <FilterValues
          filter={current}
          values={list.filter(current.name)}
          onChange={(values) => list.setFilter(current.name, values)}
          onDone={onDone}
        />
      ) : (
        <NewFilter
          filters={filters.filter(({ name }) => list.filter(name).length === 0)}
          onSelect={setSelected}
        />
      )}
    </div>
  );
}

interface ListFiltersProps {
  list: FilterState;
  filters: readonly ListFilter[];
}

/** Active filters as chips, and a button that adds one. */
export function ListFilters({ list, filters }: ListFiltersProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const active = filters.filter(({ name }) => list.filter(name).length > 0);
  const clear = (): void => {
    addButton.current?.focus();
    if (list.clear) list.clear();
    else for (const { name } of active) list.setFilter(name, '');
  };
  if (filters.length === 0) return null;
  return (
    <>
      {active.length > 0 && (
        <ul aria-label="Active filters" className="contents">
          {active.map((filter) => (
            <FilterChip key={filter.name} {...{ filter, list, addButton }} />
          ))}
        </ul>
      )}
      <Popover>
        <PopoverButton
          ref={addButton}
          className="inline-flex min-h-control items-center gap-1.5 rounded-md border border-line-strong border-dashed bg-surface px-3 font-medium hover:bg-hover"
        >
          <ListFilterPlus aria-hidden size={17} />
          Filter
        </PopoverButton>
        <PopoverPanel focus anchor={ANCHOR} className={PANEL}>
          {({ close }) => <AddFilter filters={filters} list={list} onDone={() => close()} />}
        </PopoverPanel>
      </Popover>
      {active.length > 1 && (
        <button
          type="button"
          className="min-h-control px-2 text-ink-soft underline-offset-2 hover:underline"
          onClick={clear}
        >
          Clear all
        </button>
      )}
    </>
  );
}
