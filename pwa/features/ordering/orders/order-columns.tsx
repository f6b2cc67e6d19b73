import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import type { ListedOrder } from '#db/ordering/orders/listed-order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { requestedKits } from '#db/ordering/shipments/collection-kits.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { companyColumn, serviceColumn } from '#pwa/ui/list/usual-columns.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';

const FIRST: readonly Column<ListedOrder>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: (row) => (
      <>
        <OrderName order={row} />
        <EntityBadge entity={row.entity} />
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={ORDER_STATUS[status]} />,
  },
];

/** A draft has no price yet, which is not the same as being free. */
function Total({ status, total }: Pick<ListedOrder, 'status' | 'total'>) {
  if (status !== 'DRAFT' || total !== 0) return formatMoney(total);
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">Worked out when it is submitted</span>
    </>
  );
}

const REST: readonly Column<ListedOrder>[] = [
  serviceColumn(),
  {
    id: 'specimens',
    header: 'Received',
    align: 'right',
    cell: ({ specimenCount, receivedCount }) => `${receivedCount} of ${specimenCount}`,
  },
  {
    id: 'shipmentStatus',
    header: 'Shipment',
    tableOnly: true,
    cell: ({ shipmentStatus }) => (
      <span className="whitespace-nowrap">{SHIPMENT_STATUS[shipmentStatus].label}</span>
    ),
  },
  {
    id: 'paymentStatus',
    header: 'Payment',
    cell: ({ paymentStatus }) => <StatusBadge display={INVOICE_STATUS[paymentStatus]} />,
  },
  { id: 'total', header: 'Total', align: 'right', cell: (row) => <Total {...row} /> },
  {
    id: 'submittedAt',
    header: 'Submitted',
    sortable: true,
    cell: ({ submittedAt }) => (
      <span className={`whitespace-nowrap ${submittedAt ? '' : 'text-ink-soft'}`}>
        {formatDate(submittedAt) || '—'}
      </span>
    ),
  },
];

const KITS: Column<ListedOrder> = {
  id: 'kits',
  header: 'Kits',
  cell: (row) => <span className="whitespace-nowrap">{requestedKits(row)}</span>,
};

/** The columns of the list; the organization for users who see several, kits on request. */
export const orderColumns = (ofSeveral: boolean, withKits: boolean): readonly Column<ListedOrder>[] => [
  ...FIRST,
  ...(ofSeveral ? [companyColumn<ListedOrder>()] : []),
  ...(withKits ? [KITS] : []),
  // The shipment to the lab matters after the kits are sent.
  ...REST.filter(({ id }) => !withKits || id !== 'shipmentStatus'),
];
