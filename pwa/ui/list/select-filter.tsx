import type { Option } from '../form/option.ts';
import { Select } from '../form/select.tsx';
import { MoreFilters } from './more-filters.tsx';
import type { ServerList } from './server-list.tsx';

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
