import { BadgePercent } from 'lucide-react';
import { PRICE_ADJUSTMENT_STATUS, PRICE_ADJUSTMENT_STATUSES } from '#db/billing/price-adjustment-status.ts';
import { PRICE_ADJUSTMENT_TYPE, PRICE_ADJUSTMENT_TYPES } from '#db/billing/price-adjustment-type.ts';
import { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ADJUSTMENT_COLUMNS } from './adjustment-columns.tsx';
import { ADJUSTMENTS_PATH } from './use-adjustments.ts';

const STATE_FILTER = {
  name: 'status',
  label: 'State',
  any: 'Any state',
  options: PRICE_ADJUSTMENT_STATUSES.map((value) => ({ value, label: PRICE_ADJUSTMENT_STATUS[value].label })),
};
const TYPE_FILTER = {
  name: 'type',
  label: 'Type',
  any: 'All types',
  options: PRICE_ADJUSTMENT_TYPES.map((value) => ({ value, label: PRICE_ADJUSTMENT_TYPE[value] })),
};

interface AdjustmentsListProps {
  /** Opens the page of an order. */
  onOpen(path: string): void;
  /** Only undecided ones, oldest first. */
  waiting?: boolean;
}

/** Discounts and fees of all orders, with their effect on the total; pending ones are decided here. */
export function AdjustmentsList({ onOpen, waiting = false }: AdjustmentsListProps) {
  const list = useServerList({
    path: ADJUSTMENTS_PATH,
    row: ShownAdjustment,
    filters: waiting ? ['type'] : ['status', 'type'],
    sort: waiting ? 'createdAt:asc' : 'createdAt:desc',
    query: waiting ? { status: 'PROPOSED' } : {},
    prefix: 'adjustments-',
  });
  return (
    <DataList
      {...list.list}
      label={waiting ? 'Price changes' : 'Adjustments'}
      columns={ADJUSTMENT_COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ orderNumber, label }) => `${orderNumber}, ${label}`}
      onOpen={({ orderId }) => onOpen(`/lab/orders/${orderId}`)}
      href={({ orderId }) => `/lab/orders/${orderId}`}
      filters={<ListFilters list={list} filters={waiting ? [TYPE_FILTER] : [STATE_FILTER, TYPE_FILTER]} />}
      empty={
        list.narrowed ? undefined : (
          <EmptyState
            icon={BadgePercent}
            title={waiting ? 'No change of a price waits' : 'No price was adjusted yet'}
          >
            Discounts and fees are proposed on the page of an order.
          </EmptyState>
        )
      }
    />
  );
}
