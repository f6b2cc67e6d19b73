import type { Option } from '../form/option.ts';
import { Select } from '../form/select.tsx';
import type { ServerList } from './server-list.tsx';

interface SelectFilterProps {
  /** Read out; what is seen is the choice, or `any`. */
  label: string;
  /** Shown while nothing is chosen. */
  any: string;
  options: readonly Option<string>[];
  value: string;
  onChange(value: string): void;
}

/** One choice beside a list's search; wide on a phone. */
export function SelectFilter({ label, any, options, value, onChange }: SelectFilterProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is drawn inside by its component.
    <label className="min-w-36 max-md:flex-1 md:max-w-56">
      <span className="sr-only">{label}</span>
      <Select<string> value={value} onChange={onChange} placeholder={any} options={options} />
    </label>
  );
}

/** A field of a server's list that is narrowed to one value. */
export interface ListFilter extends Pick<SelectFilterProps, 'label' | 'any' | 'options'> {
  /** As the address and the server know it. */
  name: string;
}

interface ListFiltersProps {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
  filters: readonly ListFilter[];
}

/** From so many on they would take the first screen of a phone. */
const MANY = 3;
const ROW =
  'relative flex gap-2 max-md:-m-1 max-md:w-[calc(100%+0.5rem)] max-md:overflow-x-auto max-md:p-1 md:contents';

/** The selects beside the search of a server's list: many are one row on a phone, which a finger moves sideways. */
export const ListFilters = ({ list, filters }: ListFiltersProps) => (
  <div className={filters.length < MANY ? 'contents' : ROW}>
    {filters.map(({ name, ...filter }) => (
      <SelectFilter
        key={name}
        {...filter}
        value={list.filter(name)[0] ?? ''}
        onChange={(value) => list.setFilter(name, value)}
      />
    ))}
  </div>
);
