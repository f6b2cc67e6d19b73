import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { type Option, Select } from '#pwa/ui/form/select.tsx';
import type { ServerList } from './server-list.tsx';

/** An active filter, as it is shown while its select is hidden. */
interface SetFilter {
  name: string;
  /** For instance `Parcels: Late`. */
  text: string;
  onRemove(): void;
}

interface MoreFiltersProps {
  /** The active ones of these filters. */
  set: readonly SetFilter[];
  /** The selects that are seldom needed. */
  children: ReactNode;
}

const CHIP =
  'inline-flex min-h-control min-w-0 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft px-3.5 text-left text-accent-ink text-sm hover:border-line-strong';

/**
 * Seldom needed filters behind a button with the number of active ones; active filters stay visible and a
 * press removes them.
 */
function MoreFilters({ set, children }: MoreFiltersProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button
        ref={button}
        icon={SlidersHorizontal}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="whitespace-nowrap"
        onClick={() => setOpen(!open)}
      >
        More filters
        {set.length > 0 && (
          <span className="rounded-full bg-accent px-2 text-on-accent text-sm tabular-nums">
            {set.length}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      {open && (
        <div
          id={id}
          className="grid w-full grid-cols-2 gap-2 md:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]"
        >
          {children}
        </div>
      )}
      {!open && set.length > 0 && (
        <ul aria-label="Filters set" className="flex w-full flex-wrap gap-2">
          {set.map(({ name, text, onRemove }) => (
            <li key={name} className="flex min-w-0">
              <button
                type="button"
                aria-label={`Remove filter ${text}`}
                className={CHIP}
                onClick={() => {
                  // The chip disappears with the filter.
                  button.current?.focus();
                  onRemove();
                }}
              >
                <span className="min-w-0 wrap-anywhere">{text}</span>
                <X aria-hidden size={16} className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SelectFilterProps {
  /** The accessible name; the visible text is the choice, or `any`. */
  label: string;
  /** Shown while nothing is chosen. */
  any: string;
  options: readonly Option<string>[];
  value: string;
  onChange(value: string): void;
}

/** A filter next to a list's search; full width on a phone. */
export function SelectFilter({ label, any, options, value, onChange }: SelectFilterProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is drawn inside by its component.
    <label className="min-w-36 max-md:flex-1 md:max-w-56">
      <span className="sr-only">{label}</span>
      <Select<string> value={value} onChange={onChange} placeholder={any} options={options} />
    </label>
  );
}

/** A field of a server list that can be filtered by one value. */
export interface ListFilter extends Pick<SelectFilterProps, 'label' | 'any' | 'options'> {
  /** The name in the address and on the server. */
  name: string;
}

interface ListFiltersProps {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
  /** The most used filters come first: of many, only these are next to the search. */
  filters: readonly ListFilter[];
}

/** From this number on the filters would fill the first screen of a phone. */
const MANY = 3;
/** More filters than these would need a second line on a desktop. */
const MAX_INLINE = 5;
const FIRST = 4;
const ROW = 'relative flex gap-2 max-md:-m-1 max-md:w-[calc(100%+0.5rem)] max-md:overflow-x-auto max-md:p-1';
/**
 * With the search and the button after them, these filters fill one line on a desktop: all have the same
 * width.
 */
const ONE_LINE = `${ROW} md:min-w-0 md:flex-1 md:basis-140 md:flex-wrap md:[&>label]:flex-1 md:[&>label]:basis-38`;

const lineOf = (count: number): string =>
  count < MANY ? 'contents' : count < FIRST ? `${ROW} md:contents` : ONE_LINE;

const Selects = ({ list, filters }: ListFiltersProps) =>
  filters.map(({ name, ...filter }) => (
    <SelectFilter
      key={name}
      {...filter}
      value={list.filter(name)[0] ?? ''}
      onChange={(value) => list.setFilter(name, value)}
    />
  ));

/** The filters next to the search of a server list; on a phone several are one row that scrolls sideways. */
export function ListFilters({ list, filters }: ListFiltersProps) {
  const first = filters.length > MAX_INLINE ? filters.slice(0, FIRST) : filters;
  const moreFilters = filters.slice(first.length);
  const set = moreFilters.flatMap(({ name, label, options }) => {
    const [value] = list.filter(name);
    if (value === undefined) return [];
    const optionLabel = options.find((option) => option.value === value)?.label ?? value;
    return [{ name, text: `${label}: ${optionLabel}`, onRemove: () => list.setFilter(name, '') }];
  });
  return (
    <>
      <div className={lineOf(first.length)}>
        <Selects list={list} filters={first} />
      </div>
      {moreFilters.length > 0 && (
        <MoreFilters set={set}>
          <Selects list={list} filters={moreFilters} />
        </MoreFilters>
      )}
    </>
  );
}
