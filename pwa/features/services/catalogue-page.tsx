import { Dna } from 'lucide-react';
import { ListedService } from '#db/ordering/shown-service.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { CategoryFilter } from './category-filter.tsx';

/** What a service is sold from, in words. */
const priceText = ({ fromAmount }: Pick<ListedService, 'fromAmount'>): string =>
  fromAmount === null ? 'Price on request' : `from ${formatMoney(fromAmount)}`;

const COLUMNS: readonly Column<ListedService>[] = [
  {
    id: 'name',
    header: 'Service',
    sortable: true,
    cell: ({ name, summary }) => (
      <span className="block min-w-0">
        <span className="font-medium">{name}</span>
        <span className="block font-normal text-ink-soft text-sm">{summary}</span>
      </span>
    ),
  },
  { id: 'category', header: 'Category', cell: ({ category }) => category ?? '–' },
  {
    id: 'turnaround',
    header: 'Turnaround',
    cell: ({ turnaroundText }) => turnaroundText ?? '–',
  },
  {
    id: 'least',
    header: 'Specimens',
    align: 'right',
    cell: ({ minSpecimens, maxSpecimens }) =>
      maxSpecimens === null ? `${minSpecimens} or more` : `${minSpecimens} to ${maxSpecimens}`,
  },
  {
    id: 'price',
    header: 'Each specimen',
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap font-medium tabular-nums">{priceText(row)}</span>,
  },
];

/** What can be ordered, with what it costs the reader's organization. */
export function CataloguePage({ onOpen }: { onOpen(slug: string): void }) {
  const list = useServerList({
    path: '/api/lab/services',
    row: ListedService,
    filters: ['category'],
    sort: 'sortOrder:asc',
    query: { status: 'LIVE' },
  });
  return (
    <Page title="Services">
      <DataList
        {...list.list}
        label="Services"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={({ slug }) => onOpen(slug)}
        filters={<CategoryFilter rows={list.rows} list={list} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={Dna} title="No service is on sale now">
              Contact support to ask what the laboratory can do for you.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
