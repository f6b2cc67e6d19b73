import type { Sort } from './column.ts';

/** `name:asc` as the header of a list knows it; only the first of several. */
export function sortOf(text: string): Sort | null {
  const [column = '', direction] = (text.split(',')[0] ?? '').split(':');
  return column === '' ? null : { column, descending: direction === 'desc' };
}

/** The other way round. */
export const sortParameter = (sort: Sort): string => `${sort.column}:${sort.descending ? 'desc' : 'asc'}`;

/** A page number as it stands in an address; the first when it is none. */
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

/** What the parameters of a list are called in the address; a prefix tells two lists of one page apart. */
export const namesOf = (prefix: string, filters: readonly string[]): ListNames => ({
  search: `${prefix}search`,
  sort: `${prefix}sort`,
  page: `${prefix}page`,
  filters: Object.fromEntries(filters.map((filter) => [filter, `${prefix}${filter}`])),
});
