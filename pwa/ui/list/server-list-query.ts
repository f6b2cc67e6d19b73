import type { Sort } from './column.ts';

/** Parse `name:asc` for the header of a list; only the first of several. */
export function sortOf(text: string): Sort | null {
  const [column = '', direction] = (text.split(',')[0] ?? '').split(':');
  return column === '' ? null : { column, descending: direction === 'desc' };
}

/** Format the sort of a header as `name:asc`. */
export const sortParameter = (sort: Sort): string => `${sort.column}:${sort.descending ? 'desc' : 'asc'}`;

/** Parse a page number of an address; the first page when it is invalid. */
export function pageOf(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

export interface ListNames {
  search: string;
  sort: string;
  page: string;
  filters: Readonly<Record<string, string>>;
}

/** Name the parameters of a list in the address; a prefix separates two lists of one page. */
export const namesOf = (prefix: string, filters: readonly string[]): ListNames => ({
  search: `${prefix}search`,
  sort: `${prefix}sort`,
  page: `${prefix}page`,
  filters: Object.fromEntries(filters.map((filter) => [filter, `${prefix}${filter}`])),
});

/** Filters that a list has until the user changes them, by name. */
export type DefaultFilters = Readonly<Record<string, readonly string[]>>;

/** The value of a filter with a default in the address when the user removed it. */
const ANY = 'any';

/** Read the values of a filter; its default while the address does not name it. */
export function filterValues(
  parameters: URLSearchParams,
  parameter: string,
  defaults: readonly string[] | undefined,
): readonly string[] {
  const values = parameters.getAll(parameter).filter((value) => value !== '');
  if (!defaults) return values;
  return values.length === 0 ? defaults : values.filter((value) => value !== ANY);
}

/** Return the parameter values of a filter, so that a removed default stays removed and an active one is left out. */
export function filterParameter(
  values: readonly string[],
  defaults: readonly string[] | undefined,
): readonly string[] {
  if (!defaults) return values;
  if (values.length === 0) return [ANY];
  return values.join() === defaults.join() ? [] : values;
}

/** The position of a user in a list: its sort and page. */
export interface ListPlace {
  /** Starts at 0. */
  page: number;
  onPage(page: number): void;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
}

/** The props of a list that the server searches, sorts and pages: its rows are one page only. */
export interface ServerPaging extends ListPlace {
  total: number;
  pageSize: number;
  /** True while another page is loading; the rows are still the previous ones. */
  busy: boolean;
  /** Clears search and filters; set when nothing was found and one of them is active. */
  onClear?: () => void;
}
