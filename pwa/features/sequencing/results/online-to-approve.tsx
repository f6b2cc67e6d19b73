import { useEffect, useState } from 'react';
import { listLabOrders } from '#db/api/ordering/lab-orders.ts';
import type { ListedOrder } from '#db/ordering/orders/listed-order.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { orderTitle } from '#pwa/format/names.ts';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';

/** Loaded when the first order is opened. */
export const ApprovalWindow = lazyComponent(() =>
  import('./approval-window.tsx').then((loaded) => loaded.ApprovalWindow),
);

const COLUMNS: readonly Column<ListedOrder>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: (row) => <OrderName order={row} />,
  },
  { id: 'companyName', header: 'Organization', wide: true, cell: ({ companyName }) => companyName },
  { id: 'serviceName', header: 'Service', wide: true, cell: ({ serviceName }) => serviceName },
  {
    id: 'specimenCount',
    header: 'Specimens',
    align: 'right',
    cell: ({ specimenCount }) => specimenCount,
  },
  {
    id: 'receivedAt',
    header: 'Received',
    sortable: true,
    cell: ({ receivedAt }) => <Time value={receivedAt} />,
  },
];
const PAGE_SIZE = 10;

interface OnlineToApproveProps {
  /** Called once it is known whether any wait, by a page that shows all of its parts together. */
  onRead?(): void;
}

/**
 * Orders whose clinical results wait for this user, longest in the lab first; renders nothing when there are
 * none.
 */
function OrdersToApprove({ onRead }: OnlineToApproveProps) {
  const { list, rows, total, narrowed } = useServerList({
    call: listLabOrders,
    query: { results: 'TO_APPROVE' },
    sort: 'receivedAt:asc',
    limit: PAGE_SIZE,
    prefix: 'results-',
  });
  const [openOrder, setOpenOrder] = useState<ListedOrder | null>(null);
  const { search, ...listProps } = list;
  const isRead = list.status !== 'loading';
  useEffect(() => {
    if (isRead) onRead?.();
  }, [isRead, onRead]);
  const isVisible = list.status === 'error' || rows.length > 0 || narrowed;
  return (
    <>
      {isVisible && (
        <Section title="Results to approve">
          <div className="flex flex-col gap-3">
            {total > 0 && (
              <p>{`Clinical results of ${total === 1 ? '1 order need' : `${total} orders need`} your approval.`}</p>
            )}
            <DataList
              label="Results to approve"
              {...listProps}
              {...(total > PAGE_SIZE || narrowed ? { search } : {})}
              columns={COLUMNS}
              rowKey={({ id }) => id}
              rowLabel={orderTitle}
              onOpen={setOpenOrder}
            />
          </div>
        </Section>
      )}
      {openOrder && (
        <ApprovalWindow key={openOrder.id} order={openOrder} onClose={() => setOpenOrder(null)} />
      )}
    </>
  );
}

/** Results that wait for a director, on a home page that works offline; from the server. */
export function OnlineToApprove(props: OnlineToApproveProps) {
  return (
    <OnlineQueries>
      <OrdersToApprove {...props} />
    </OnlineQueries>
  );
}
