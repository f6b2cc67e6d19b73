import type { ListedService } from '#db/ordering/shown-service.ts';
import type { Column } from '#pwa/ui/list/column.ts';

type ServiceColumn = Column<ListedService>;

/** What a service is called, and what it is in a sentence. */
export const SERVICE_NAME: ServiceColumn = {
  id: 'name',
  header: 'Service',
  sortable: true,
  cell: ({ name, summary }) => (
    <span className="block min-w-0">
      <span className="font-medium">{name}</span>
      <span className="block font-normal text-ink-soft text-sm">{summary}</span>
    </span>
  ),
};

/** Under what it stands in the catalogue. */
export const SERVICE_CATEGORY: ServiceColumn = {
  id: 'category',
  header: 'Category',
  cell: ({ category }) => category ?? '–',
};

/** How few and how many specimens an order of it may have. */
export const SERVICE_RANGE: ServiceColumn = {
  id: 'range',
  header: 'Specimens',
  align: 'right',
  cell: ({ minSpecimens, maxSpecimens }) =>
    maxSpecimens === null ? `${minSpecimens} or more` : `${minSpecimens} to ${maxSpecimens}`,
};
