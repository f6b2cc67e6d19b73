import { ListChecks, Package } from 'lucide-react';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import type { ShownProject } from '#db/research/shown-project.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';

type Row = ShownProject['latestOrders'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'orderNumber', header: 'Order', cell: (row) => <OrderName order={row} /> },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge display={ORDER_STATUS[status]} /> },
  { id: 'serviceName', header: 'Service', wide: true, cell: ({ serviceName }) => serviceName },
  { id: 'specimens', header: 'Specimens', align: 'right', cell: ({ specimens }) => specimens },
  { id: 'createdAt', header: 'Started', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

interface ProjectOrdersProps {
  project: ShownProject;
  /** Path of this user's orders. */
  orders: '/orders' | '/lab/orders';
  onOpenOrder(orderId: string): void;
  onAllOrders(): void;
}

/** The latest orders of a project, with a link to all of them. */
export function ProjectOrders({ project, orders, onOpenOrder, onAllOrders }: ProjectOrdersProps) {
  const { latestOrders, orderCount } = project;
  return (
    <Section title="Latest orders">
      <div className="flex flex-col gap-3">
        <DataList
          label="Latest orders"
          rows={latestOrders}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          rowLabel={orderTitle}
          onOpen={({ id }) => onOpenOrder(id)}
          link={({ id }) => ({ to: `${orders}/$id`, params: { id } })}
          empty={
            <EmptyState icon={Package} title="No orders yet">
              Choose this project when you place an order, and the order appears here.
            </EmptyState>
          }
        />
        {orderCount > 0 && (
          <Button icon={ListChecks} onClick={onAllOrders}>
            {orderCount === 1 ? 'Show 1 order in the list' : `Show all ${orderCount} orders`}
          </Button>
        )}
      </div>
    </Section>
  );
}
