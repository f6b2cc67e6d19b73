import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import type { Sort } from '#pwa/ui/list/column.ts';
import {
  type DefaultFilters,
  filterParameter,
  filterValues,
  type ListPlace,
  namesOf,
  pageOf,
  sortOf,
  sortParameter,
} from '#pwa/ui/list/server-list-query.ts';
import { useListView } from './list-view.ts';

interface ListQueryOptions {
  /** Filters; each is a parameter of the address. */
  filters?: readonly string[];
  /** `name:asc`; the sort until the user chooses one. */
  sort?: string;
  /** The prefix of parameter names where a page has two lists. */
  prefix?: string;
  /** Filters until the user changes them. */
  defaults?: DefaultFilters;
}

const NO_DEFAULTS: DefaultFilters = {};

/** Keep search, filters, sorting and page of a list in the address. */
export function useListQuery({
  filters = [],
  sort = '',
  prefix = '',
  defaults = NO_DEFAULTS,
}: ListQueryOptions) {
  const { parameters, update } = useQueryParameters();
  const names = namesOf(prefix, filters);
  const filter = (name: string): readonly string[] =>
    filterValues(parameters, names.filters[name] ?? name, defaults[name]);
  const cleared = (name: string) => filterParameter([], defaults[name]);
  const search = parameters.get(names.search) ?? '';
  return {
    search,
    filter,
    sort: parameters.get(names.sort) ?? sort,
    page: pageOf(parameters.get(names.page)),
    chosen: Object.fromEntries(filters.map((name) => [name, filter(name)])),
    narrowed: search !== '' || filters.some((name) => filter(name).length > 0),
    setSearch: (text: string) => update({ [names.search]: text, [names.page]: null }),
    setFilter: (name: string, value: string | readonly string[]) =>
      update({
        [names.filters[name] ?? name]: filterParameter(
          [value].flat().filter((one) => one !== ''),
          defaults[name],
        ),
        [names.page]: null,
      }),
    setSort: (next: Sort | null) => update({ [names.sort]: next && sortParameter(next), [names.page]: null }),
    setPage: (page: number) => update({ [names.page]: page > 1 ? page : null }),
    clear: () =>
      update({
        [names.search]: null,
        [names.page]: null,
        ...Object.fromEntries(filters.map((name) => [names.filters[name] ?? name, cleared(name)])),
      }),
    viewing: useListView(filters, prefix, defaults),
  };
}

/** Keep sort and page in the address, for a list whose rows are all on this device. */
export const placeOf = ({
  sort,
  page,
  setSort,
  setPage,
}: Pick<ReturnType<typeof useListQuery>, 'sort' | 'page' | 'setSort' | 'setPage'>): ListPlace => ({
  sort: sortOf(sort),
  onSort: setSort,
  page: page - 1,
  onPage: (at) => setPage(at + 1),
});
