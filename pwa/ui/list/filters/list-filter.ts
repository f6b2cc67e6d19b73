import type { Option } from '#pwa/ui/form/select.tsx';

interface NamedFilter {
  /** The name in the address and on the server. */
  name: string;
  /** A noun, for instance `Status`. */
  label: string;
}

/** A filter by values from a list. */
export interface ChoiceFilter extends NamedFilter {
  options: readonly Option<string>[];
  /** Rows may match any of several values. */
  multiple?: boolean;
}

/** A filter by a day, `YYYY-MM-DD`. */
interface DayFilter extends NamedFilter {
  type: 'day';
}

export type ListFilter = ChoiceFilter | DayFilter;

/** The active filters of a list and how to change them. */
export interface FilterState {
  filter(name: string): readonly string[];
  setFilter(name: string, value: string | readonly string[]): void;
  /** Clears search and filters. */
  clear?(): void;
}

/** Wrap filters that a page keeps as single values. */
export const filterState = (
  values: Readonly<Record<string, string>>,
  onChange: (name: string, value: string) => void,
): FilterState => ({
  filter: (name) => [values[name] ?? ''].filter((value) => value !== ''),
  setFilter: (name, value) => onChange(name, [value].flat()[0] ?? ''),
});

/** More values than these are shown as a number. */
const SHOWN_VALUES = 2;

/** Format the values of a filter, for instance `Accepted, On hold`. */
export function formatFilterValues(
  filter: ListFilter,
  values: readonly string[],
  formatDay: (day: string) => string,
): string {
  const labels = values.map((value) =>
    'options' in filter
      ? (filter.options.find((option) => option.value === value)?.label ?? value)
      : formatDay(value),
  );
  const rest = labels.length - SHOWN_VALUES;
  return rest > 0 ? `${labels.slice(0, SHOWN_VALUES).join(', ')} +${rest}` : labels.join(', ');
}

/** Return the values after one was pressed: toggled among several, else chosen or removed. */
export function toggledValues(
  { multiple = false }: Pick<ChoiceFilter, 'multiple'>,
  values: readonly string[],
  value: string,
): readonly string[] {
  if (values.includes(value)) return values.filter((one) => one !== value);
  return multiple ? [...values, value] : [value];
}
