import type { NamedView, StoredView, ViewChanges } from '#db/records/saved-view.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import {
  type DefaultFilters,
  filterParameter,
  filterValues,
  namesOf,
} from '#pwa/ui/list/server-list-query.ts';

/** The view of a list: search, filters, order and hidden columns. */
export interface ListView {
  search: string;
  filters: Record<string, string[]>;
  sort: string | null;
  hidden: string[];
}

export interface ListViewing {
  view: ListView;
  show(view: ListView): void;
  /** The default view: no search, filter, sort or hidden column. */
  isUnfiltered: boolean;
}

/** Read the view of a list from the address, and build the address of another view. */
export function useListView(
  filters: readonly string[],
  prefix = '',
  defaults: DefaultFilters = {},
): ListViewing {
  const { parameters, update } = useQueryParameters();
  const names = namesOf(prefix, filters);
  const hide = `${prefix}hide`;
  const activeFilters = filters
    .map((name) => ({
      name,
      values: [...filterValues(parameters, names.filters[name] ?? name, defaults[name])],
    }))
    .filter(({ values }) => values.length > 0);
  const isDefault = filters.every((name) => parameters.getAll(names.filters[name] ?? name).join('') === '');
  const view: ListView = {
    search: parameters.get(names.search) ?? '',
    filters: Object.fromEntries(activeFilters.map(({ name, values }) => [name, values])),
    sort: parameters.get(names.sort),
    hidden: parameters.getAll(hide).filter((value) => value !== ''),
  };
  return {
    view,
    isUnfiltered: view.search === '' && isDefault && view.sort === null && view.hidden.length === 0,
    show: (next) =>
      update({
        [names.search]: next.search,
        [names.sort]: next.sort,
        [names.page]: null,
        [hide]: next.hidden,
        ...Object.fromEntries(
          filters.map((name) => [
            names.filters[name] ?? name,
            filterParameter(next.filters[name] ?? [], defaults[name]),
          ]),
        ),
      }),
  };
}

/** List the visible columns; the first, which opens a row, is always visible. */
export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] => columns.filter(({ id }, index) => index === 0 || !hidden.includes(id));

/** Where the views of one list are stored for their owner; every change resolves when it is stored. */
export interface ViewStore {
  views: readonly StoredView[];
  /** The text of the save dialog: who sees the view, and where. */
  reach: string;
  add(view: NamedView): Promise<unknown>;
  change(id: string, changes: ViewChanges): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}
