import { useState } from 'react';
import { ListedOrder } from '#db/ordering/listed-order.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { loadedLater } from '#pwa/ui/loaded-later.tsx';
import { Section } from '#pwa/ui/page.tsx';

/** Comes when the first order is opened. */
export const ApprovalWindow = loadedLater(() =>
  import('./approval-window.tsx').then((loaded) => loaded.ApprovalWindow),
);

const COLUMNS: readonly Column<ListedOrder>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: ({ orderNumber }) => <span className="code">{orderNumber}</span>,
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
    cell: ({ receivedAt }) => formatDate(receivedAt),
  },
];
const FEW = 10;

/** The orders whose clinical results wait for this person, the longest in the lab first; nothing when there are none. */
export function OrdersToApprove() {
  const { list, rows, total, narrowed } = useServerList({
    path: '/api/lab/orders',
    row: ListedOrder,
    query: { results: 'TO_APPROVE' },
    sort: 'receivedAt:asc',
    limit: FEW,
    prefix: 'results-',
  });
  const [opened, setOpened] = useState<ListedOrder | null>(null);
  const { search, ...plain } = list;
  const shown = list.status === 'error' || rows.length > 0 || narrowed;
  return (
    <>
      {shown && (
        <Section title="Results to approve">
          <div className="flex flex-col gap-3">
            {total > 0 && (
              <p>{`Clinical results of ${total === 1 ? '1 order wait' : `${total} orders wait`} for your approval.`}</p>
            )}
            <DataList
              label="Results to approve"
              {...plain}
              {...(total > FEW || narrowed ? { search } : {})}
              columns={COLUMNS}
              rowKey={({ id }) => id}
              rowLabel={({ orderNumber }) => orderNumber}
              onOpen={setOpened}
            />
          </div>
        </Section>
      )}
      {opened && <ApprovalWindow key={opened.id} order={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
