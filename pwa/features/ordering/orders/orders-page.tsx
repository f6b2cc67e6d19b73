import { ClipboardList, Plus } from 'lucide-react';
import { ListedOrder } from '#db/ordering/listed-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { shownColumns, useListView } from '#pwa/ui/list/views/list-view.ts';
import { useServerViews } from '#pwa/ui/list/views/use-server-views.ts';
import { Page } from '#pwa/ui/page.tsx';
import { useViewer } from '../viewer.ts';
import { orderColumns } from './order-columns.tsx';
import { FILTER_NAMES, OrderFilters } from './order-filters.tsx';
import { useOrderChoices } from './use-order-choices.ts';

interface OrdersPageProps {
  title: string;
  onOpen(path: string): void;
  /** Path of this list; order pages are below it. */
  base: '/orders' | '/lab/orders';
}

/** Every order that this user may see: searched, filtered, sorted and paged by the server. */
export function OrdersPage({ title, base, onOpen }: OrdersPageProps) {
  const { family, customer, newOrder } = useViewer();
  const path = `/api/${family}`;
  const choices = useOrderChoices(family);
  const list = useServerList({ path, row: ListedOrder, filters: FILTER_NAMES, sort: 'createdAt:desc' });
  const ofSeveral = !customer || (choices !== null && choices.companies.length > 1);
  const columns = orderColumns(ofSeveral, list.filter('kits').length > 0);
  const viewing = useListView(FILTER_NAMES);
  const orderNow = newOrder && (
    <Button variant="primary" icon={Plus} onClick={() => onOpen(newOrder)}>
      New order
    </Button>
  );
  return (
    <Page
      title={title}
      actions={
        <ListActions
          {...{ viewing, columns, main: orderNow, store: useServerViews(family) }}
          file={{ path: `${path}/export`, listQuery: list.listQuery, total: list.total }}
        />
      }
    >
      <DataList
        {...list.list}
        label={title}
        columns={shownColumns(columns, viewing.view.hidden)}
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        onOpen={({ id }) => onOpen(`${base}/${id}`)}
        href={({ id }) => `${base}/${id}`}
        filters={<OrderFilters list={list} choices={choices} customer={customer} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={ClipboardList} title="No orders yet" action={orderNow}>
              {newOrder
                ? 'Choose a service and name your specimens; the order is kept as a draft while you work on it.'
                : 'Orders appear here as soon as somebody enters one.'}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
