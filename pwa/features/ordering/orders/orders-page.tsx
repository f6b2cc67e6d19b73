import { ClipboardList, Plus } from 'lucide-react';
import { CUSTOMER_ORDER_VIEWS, LAB_ORDER_VIEWS } from '#db/ordering/orders/order-views.ts';
import { callUrl } from '#pwa/api/call.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { useServerViews } from '#pwa/ui/list/views/use-server-views.ts';
import { countedTabs } from '#pwa/ui/list/views/view-tab-counts.ts';
import { Page } from '#pwa/ui/page.tsx';
import { orderColumns } from './order-columns.tsx';
import { ORDER_FILTER_NAMES, OrderFilters } from './order-filters.tsx';
import { useOrderRowActions } from './order-row-actions.tsx';

interface OrdersPageProps {
  title: string;
  onOpen(orderId: string): void;
  onNewOrder(): void;
  /** Opens a draft in the wizard. */
  onDraft(orderId: string): void;
  /** Path of this list; order pages are below it. */
  base: '/orders' | '/lab/orders';
}

/** Every order that this user may see: searched, filtered, sorted and paged by the server. */
export function OrdersPage({ title, base, onOpen, onNewOrder, onDraft }: OrdersPageProps) {
  const viewer = useViewer();
  const { family, customer, hasWizard } = viewer;
  const calls = ORDER_CALLS[family];
  // The filters wait for their choices, the list does not.
  const choices = useCall(calls.choices, {}).data ?? null;
  const counts = useCall(calls.counts, {}).data;
  const list = useServerList({ call: calls.list, filters: ORDER_FILTER_NAMES, sort: 'createdAt:desc' });
  const ofSeveral = !customer || (choices !== null && choices.companies.length > 1);
  const columns = orderColumns(ofSeveral, list.filter('kits').length > 0);
  const { viewing } = list.list;
  const views = useServerViews(family);
  const quick = useOrderRowActions({ viewer, rows: list.list.rows, onDraft });
  const orderNow = hasWizard && (
    <Button variant="primary" icon={Plus} onClick={onNewOrder}>
      New order
    </Button>
  );
  return (
    <Page
      title={title}
      actions={
        <ListActions
          {...{ viewing, columns, main: orderNow, store: views }}
          file={{ path: callUrl(calls.file, {}), listQuery: list.listQuery, total: list.total }}
        />
      }
    >
      <DataList
        {...list.list}
        label={title}
        columns={columns}
        store={views}
        views={countedTabs(customer ? CUSTOMER_ORDER_VIEWS : LAB_ORDER_VIEWS, counts)}
        noun="orders"
        rowKey={({ id }) => id}
        rowLabel={orderTitle}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: `${base}/$id`, params: { id } })}
        rowActions={quick.actionsOf}
        filters={<OrderFilters list={list} choices={choices} customer={customer} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={ClipboardList} title="No orders yet" action={orderNow}>
              {hasWizard
                ? 'Choose a service and name your specimens; the order is kept as a draft while you work on it.'
                : 'Orders appear here as soon as somebody enters one.'}
            </EmptyState>
          )
        }
      />
      {quick.dialog}
    </Page>
  );
}
