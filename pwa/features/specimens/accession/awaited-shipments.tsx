import { Truck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { useStillFetching } from '#pwa/replica/hooks/use-still-fetching.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { filterState } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import {
  AWAITED_ORDER_STATUSES,
  type AwaitedShipment,
  filterShipments,
  findAwaitedShipments,
  type OrderShipments,
  replacementShipments,
  SHIPMENT_DISPLAY,
  type ShipmentFilter,
  shipmentName,
} from './awaited-shipment.ts';

const FILTER_OPTIONS: readonly { value: Exclude<ShipmentFilter, ''>; label: string }[] = [
  { value: 'DELIVERED', label: 'Delivered' },
  { value: 'ON_THE_WAY', label: 'On their way' },
];

const dayOf = ({ deliveredAt, expected }: AwaitedShipment): string =>
  deliveredAt !== null
    ? formatDate(deliveredAt, 'shortAtTime')
    : expected !== null
      ? `expected ${formatDate(expected)}`
      : '';

const COLUMNS: readonly Column<AwaitedShipment>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: (one) => (
      <>
        {shipmentName(one)}
        <EntityBadge entity={one.entity} />
      </>
    ),
    sortBy: ({ orderNumber }) => orderNumber,
  },
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customer }) => customer,
    sortBy: ({ customer }) => customer,
  },
  {
    id: 'where',
    header: 'Shipment',
    cell: (one) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge display={SHIPMENT_DISPLAY[one.status]} />
        <span>{dayOf(one)}</span>
      </span>
    ),
    sortBy: ({ status, deliveredAt, expected }) =>
      `${SHIPMENT_DISPLAY[status].rank} ${deliveredAt ?? expected ?? ''}`,
    wide: true,
  },
  { id: 'carrier', header: 'Carrier', cell: ({ carrier }) => carrier, sortBy: ({ carrier }) => carrier },
  {
    id: 'tracking',
    header: 'Tracking number',
    cell: ({ trackingNumber }) => trackingNumber && <span className="code">{trackingNumber}</span>,
    sortBy: ({ trackingNumber }) => trackingNumber,
    wide: true,
  },
  {
    id: 'contents',
    header: 'Contents',
    cell: ({ specimens, packages }) =>
      [countOf(specimens, 'specimen'), packages > 1 && countOf(packages, 'package')]
        .filter(Boolean)
        .join(' in '),
    sortBy: ({ specimens }) => specimens,
  },
];

const BY_STATUS = { kind: order.name, filter: { status: [...AWAITED_ORDER_STATUSES] } };

/** Orders that may have a shipment on its way; received orders count only if a shipment was sent since. */
function useOrderShipments(): readonly Omit<OrderShipments, 'specimens'>[] | undefined {
  const orderRows = useQuery('orders', BY_STATUS);
  return useMemo(
    () =>
      orderRows
        ?.map(({ body }) => ({
          order: rowOf(order, body),
          shipments: childRows(shipment, body, 'shipments'),
        }))
        .filter(
          (one) =>
            one.order.status === 'SHIPPED' || replacementShipments(one.order, one.shipments).length > 0,
        ),
    [orderRows],
  );
}

function useAwaitedShipments(): readonly AwaitedShipment[] | undefined {
  const orderShipments = useOrderShipments();
  const companies = useQuery('orders', { kind: company.name });
  const receivedOrderIds =
    orderShipments?.flatMap((one) => (one.order.status === 'SHIPPED' ? [] : one.order.id)) ?? [];
  const replaced = useQuery('specimens', { kind: specimen.name, filter: { orderId: receivedOrderIds } });
  return useMemo(() => {
    if (!orderShipments || !companies || !replaced) return undefined;
    const customers = new Map(companies.map(({ id, body }) => [id, rowOf(company, body).name]));
    const specimens = replaced.map(({ body }) => ({
      row: rowOf(specimen, body),
      discrepancies: childRows(discrepancy, body, 'discrepancies'),
    }));
    const orders = orderShipments.map((one) => ({
      ...one,
      specimens: specimens.filter(({ row }) => row.orderId === one.order.id),
    }));
    return findAwaitedShipments(orders, customers);
  }, [orderShipments, companies, replaced]);
}

interface AwaitedShipmentsProps {
  /** Opens the receiving session of an order as if its number had been scanned. */
  onOpen(orderNumber: string): void;
  /** Shown below the list, and not before it, which would move it. */
  children?: ReactNode;
}

/**
 * Lists the shipments that are on their way or at the door, as this device knows them; a tap receives one.
 */
export function AwaitedShipments({ onOpen, children }: AwaitedShipmentsProps) {
  const shipments = useAwaitedShipments();
  const fetching = useStillFetching();
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<ShipmentFilter>('');
  const rows = filterShipments(shipments ?? [], typed, filter);
  const none = shipments?.length === 0;
  return (
    <>
      <section aria-labelledby="awaited-parcels" className="flex flex-col gap-2">
        <h2 id="awaited-parcels" className="font-semibold text-lg">
          {shipments === undefined ? 'Shipments to receive' : `Shipments to receive: ${shipments.length}`}
        </h2>
        {!none && <p className="text-ink-soft">Scan the label of the package, or choose its order here.</p>}
        <DataList
          label="Shipments to receive"
          rows={rows}
          columns={COLUMNS}
          rowKey={({ orderId }) => orderId}
          rowLabel={shipmentName}
          onOpen={({ orderNumber }) => onOpen(orderNumber)}
          status={shipments === undefined || (none && fetching) ? 'loading' : 'ready'}
          search={{ value: typed, onChange: setTyped }}
          filters={
            <ListFilters
              list={filterState({ location: filter }, (_name, value) =>
                setFilter(FILTER_OPTIONS.find((one) => one.value === value)?.value ?? ''),
              )}
              filters={[{ name: 'location', label: 'Location', options: FILTER_OPTIONS }]}
            />
          }
          pageSize={20}
          onClear={filter === '' ? undefined : () => setFilter('')}
          noMatchHint="Change the search, or scan the label of the package."
          empty={
            <EmptyState icon={Truck} title="No shipments in transit">
              Sent orders and replacements appear here until they are received.
            </EmptyState>
          }
        />
      </section>
      {shipments !== undefined && children}
    </>
  );
}
