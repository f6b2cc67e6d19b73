import { BadgePercent } from 'lucide-react';
import { listAdjustments } from '#db/api/billing/price-adjustments.ts';
import {
  PRICE_ADJUSTMENT_STATUS,
  PRICE_ADJUSTMENT_STATUSES,
  PRICE_ADJUSTMENT_TYPE,
  PRICE_ADJUSTMENT_TYPES,
} from '#db/billing/adjustments/price-adjustment.ts';
import type { ShownAdjustment } from '#db/billing/prices/shown-prices.ts';
import { changeText, sizeText } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { AdjustmentActions, decisionText } from './adjustment-actions.tsx';

/** The user's actions, or why a proposal has none. */
const actionsCell = (row: ShownAdjustment) =>
  row.status === 'PROPOSED' && row.acts.length === 0 ? (
    <span className="block text-ink-soft text-sm">Others decide, or the approvals of its order.</span>
  ) : (
    <AdjustmentActions row={row} />
  );

/** The columns of the list; permitted users decide or withdraw in the row. */
const ADJUSTMENT_COLUMNS: readonly Column<ShownAdjustment>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    cell: (row) => <OrderName order={{ ...row, createdAt: row.orderCreatedAt }} />,
  },
  { id: 'companyName', header: 'Organization', wide: true, cell: ({ companyName }) => companyName },
  {
    id: 'label',
    header: 'What is proposed',
    wide: true,
    cell: (row) => (
      <span className="block min-w-0">
        <span className="block wrap-anywhere font-medium">{`${row.label}: ${sizeText(row)}`}</span>
        <span className="block wrap-anywhere text-ink-soft text-sm">{row.reason}</span>
      </span>
    ),
  },
  {
    id: 'total',
    header: 'Order total',
    align: 'right',
    wide: true,
    cell: ({ total }) =>
      total ? <span className="whitespace-nowrap tabular-nums">{changeText(total)}</span> : '–',
  },
  { id: 'proposedBy', header: 'Proposed by', cell: ({ proposedBy }) => proposedBy },
  {
    id: 'createdAt',
    header: 'Since',
    sortable: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    id: 'status',
    header: 'State',
    sortable: true,
    wide: true,
    cell: (row) => (
      <>
        <StatusBadge display={PRICE_ADJUSTMENT_STATUS[row.status]} />
        {row.decidedBy && (
          <span className="block wrap-anywhere text-ink-soft text-sm">{decisionText(row)}</span>
        )}
      </>
    ),
  },
  { id: 'acts', header: 'Decide', wide: true, isAction: true, cell: actionsCell },
];

const STATE_FILTER = {
  name: 'status',
  label: 'Status',
  options: PRICE_ADJUSTMENT_STATUSES.map((value) => ({ value, label: PRICE_ADJUSTMENT_STATUS[value].label })),
};
const TYPE_FILTER = {
  name: 'type',
  label: 'Type',
  options: PRICE_ADJUSTMENT_TYPES.map((value) => ({ value, label: PRICE_ADJUSTMENT_TYPE[value] })),
};

interface AdjustmentsListProps {
  /** Opens the page of an order. */
  onOpenOrder(orderId: string): void;
  /** Only undecided ones, oldest first. */
  waiting?: boolean;
}

/** Discounts and fees of all orders, with their effect on the total; pending ones are decided here. */
export function AdjustmentsList({ onOpenOrder, waiting = false }: AdjustmentsListProps) {
  const list = useServerList({
    call: listAdjustments,
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
      rowLabel={(row) => `${orderTitle(row)}, ${row.label}`}
      onOpen={({ orderId }) => onOpenOrder(orderId)}
      link={({ orderId }) => ({ to: '/lab/orders/$id', params: { id: orderId } })}
      filters={<ListFilters list={list} filters={waiting ? [TYPE_FILTER] : [STATE_FILTER, TYPE_FILTER]} />}
      empty={
        list.narrowed ? undefined : (
          <EmptyState
            icon={BadgePercent}
            title={waiting ? 'No pending price changes' : 'No price was adjusted yet'}
          >
            Propose discounts and fees on an order page.
          </EmptyState>
        )
      }
    />
  );
}
