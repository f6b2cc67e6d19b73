import type { ListedService } from '#db/ordering/services/shown-service.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import type { ChoiceFilter } from '#pwa/ui/list/filters/list-filter.ts';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';
import { ServicePicture } from './service-picture.tsx';

type ServiceColumn = Column<ListedService>;

/** Picture, name and summary of a service. */
export const SERVICE_NAME: ServiceColumn = {
  id: 'name',
  header: 'Service',
  sortable: true,
  cell: (service) => (
    <span className="flex min-w-0 items-center gap-3">
      <ServicePicture service={service} className="size-12" />
      <span className="block min-w-0">
        <span className="font-medium">{service.name}</span>
        <span className="block font-normal text-ink-soft text-sm">{service.summary}</span>
      </span>
    </span>
  ),
};

/** Its category in the catalog. */
export const SERVICE_CATEGORY: ServiceColumn = {
  id: 'category',
  header: 'Category',
  cell: ({ category }) => category,
};

/** Minimum and maximum number of specimens per order. */
export const SERVICE_RANGE: ServiceColumn = {
  id: 'range',
  header: 'Specimens',
  align: 'right',
  cell: ({ minSpecimens, maxSpecimens }) =>
    maxSpecimens === null ? `${minSpecimens} or more` : `${minSpecimens} to ${maxSpecimens}`,
};

/** The filter by category; none while no service has one. */
export function categoryFilters(
  rows: readonly ListedService[],
  list: Pick<ServerList<unknown>, 'filter'>,
): readonly ChoiceFilter[] {
  const rowCategories = rows.flatMap(({ category }) => category ?? []);
  const categories = [...new Set([...list.filter('category'), ...rowCategories])].sort();
  if (categories.length === 0) return [];
  const options = categories.map((value) => ({ value, label: value }));
  return [{ name: 'category', label: 'Category', options }];
}
