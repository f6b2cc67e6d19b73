import { Dna } from 'lucide-react';
import { listServices } from '#db/api/ordering/services.ts';
import type { ListedService } from '#db/ordering/services/shown-service.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { categoryFilters, SERVICE_CATEGORY, SERVICE_NAME, SERVICE_RANGE } from './service-columns.tsx';

/** Format a starting price. */
const priceText = ({ fromAmount }: Pick<ListedService, 'fromAmount'>): string =>
  fromAmount === null ? 'Price on request' : `from ${formatMoney(fromAmount)}`;

const COLUMNS: readonly Column<ListedService>[] = [
  SERVICE_NAME,
  SERVICE_CATEGORY,
  {
    id: 'turnaround',
    header: 'Turnaround',
    cell: ({ turnaroundText }) => turnaroundText,
  },
  SERVICE_RANGE,
  {
    id: 'price',
    header: 'Each specimen',
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap font-medium tabular-nums">{priceText(row)}</span>,
  },
];

/** The services that can be ordered, with prices for the user's organization. */
export function CataloguePage({ onOpen }: { onOpen(slug: string): void }) {
  const list = useServerList({
    call: listServices,
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
        link={({ slug }) => ({ to: '/service/$slug', params: { slug } })}
        filters={<ListFilters list={list} filters={categoryFilters(list.rows, list)} />}
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
