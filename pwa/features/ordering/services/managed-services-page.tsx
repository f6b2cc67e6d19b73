import { BadgeDollarSign, Tag } from 'lucide-react';
import { listServices } from '#db/api/ordering/services.ts';
import { SERVICE_STATUS, SERVICE_STATUSES } from '#db/ordering/services/service.ts';
import type { ListedService } from '#db/ordering/services/shown-service.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { categoryFilters, SERVICE_CATEGORY, SERVICE_NAME, SERVICE_RANGE } from './service-columns.tsx';

const COLUMNS: readonly Column<ListedService>[] = [
  SERVICE_NAME,
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={SERVICE_STATUS[status]} />,
  },
  SERVICE_CATEGORY,
  SERVICE_RANGE,
  {
    id: 'price',
    header: 'Starting price',
    align: 'right',
    cell: ({ fromAmount }) => (
      <span className="whitespace-nowrap tabular-nums">
        {fromAmount === null ? 'No price' : formatMoney(fromAmount)}
      </span>
    ),
  },
];

const STATUSES = SERVICE_STATUSES.map((value) => ({ value, label: SERVICE_STATUS[value].label }));

interface ManagedServicesPageProps {
  onOpen(serviceId: string): void;
  /** Path of the prices; absent for users who may not see them. */
  onPrices: (() => void) | undefined;
}

/** All services of the lab, on sale or not, for editors of the catalog. */
export function ManagedServicesPage({ onOpen, onPrices }: ManagedServicesPageProps) {
  const list = useServerList({
    call: listServices,
    filters: ['status', 'category'],
    sort: 'name:asc',
  });
  return (
    <Page
      title="Services"
      actions={
        onPrices && (
          <Button icon={BadgeDollarSign} onClick={onPrices}>
            Prices
          </Button>
        )
      }
    >
      <DataList
        {...list.list}
        label="Services"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: '/lab/services/$id', params: { id } })}
        filters={
          <ListFilters
            list={list}
            filters={[
              { name: 'status', label: 'Status', options: STATUSES, multiple: true },
              ...categoryFilters(list.rows, list),
            ]}
          />
        }
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={Tag} title="No services yet">
              A service comes with its protocol. Create a protocol, and its service appears here.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
