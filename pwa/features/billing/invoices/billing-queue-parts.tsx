import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import type { BillingQueue, BillNowCandidate } from '#db/billing/invoices/listed-invoice.ts';
import { PAYMENT_KIND } from '#db/billing/payments/payment.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Time } from '#pwa/ui/time.tsx';
import type { RecordLink } from './use-invoice.ts';

type ToIssue = BillingQueue['toIssue'][number];
type Refund = BillingQueue['refunds'][number];

const company = <Row extends { companyName: string }>(): Column<Row> => ({
  id: 'companyName',
  header: 'Organization',
  wide: true,
  sortBy: ({ companyName }) => companyName,
  cell: ({ companyName }) => companyName,
});

const order = <Row extends { orderNumber: string | null; serviceName: string }>(): Column<Row> => ({
  id: 'orderNumber',
  header: 'Order',
  sortBy: ({ orderNumber }) => orderNumber ?? '',
  cell: ({ orderNumber, serviceName }) => (
    <span className="block">
      <span className="code">{orderNumber}</span>
      <span className="block font-normal text-ink-soft text-sm">{serviceName}</span>
    </span>
  ),
});

/** Filter the queue by the text of its rows. */
function useRowSearch<Row>(rows: readonly Row[], textOf: (row: Row) => string) {
  const [value, onChange] = useState('');
  const query = value.trim().toLowerCase();
  return {
    rows: rows.filter((row) => textOf(row).toLowerCase().includes(query)),
    search: { value, onChange },
    noMatchHint: 'Search for another number or organization.',
  };
}

const orderText = (row: { orderNumber: string | null; companyName: string; serviceName: string }): string =>
  `${row.orderNumber ?? ''} ${row.companyName} ${row.serviceName}`;

const emptyState = (title: string, text: string) => (
  <EmptyState icon={CircleCheckBig} title={title}>
    {text}
  </EmptyState>
);

const ISSUE: readonly Column<ToIssue>[] = [
  order(),
  company(),
  {
    id: 'totalDue',
    header: 'Amount',
    align: 'right',
    sortBy: ({ totalDue }) => totalDue,
    cell: ({ totalDue }) => formatMoney(totalDue),
  },
  {
    id: 'updatedAt',
    header: 'Waiting since',
    sortBy: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
];

interface PartProps<Row> {
  rows: readonly Row[];
  onOpen(row: Row): void;
  /** Path of a row; null when the row opens a dialog. */
  link(row: Row): RecordLink | null;
}

/** Finished orders that wait for their invoice. */
export function ToIssue({ rows, onOpen, link }: PartProps<ToIssue>) {
  const rowSearch = useRowSearch(rows, orderText);
  return (
    <DataList
      label="To be issued"
      rows={rowSearch.rows}
      search={rowSearch.search}
      columns={ISSUE}
      rowKey={({ id }) => id}
      rowLabel={({ orderNumber }) => `Invoice of ${orderNumber}`}
      onOpen={onOpen}
      link={link}
      noMatchHint={rowSearch.noMatchHint}
      empty={emptyState('No invoices to issue', 'Invoices appear here when their order’s work is done.')}
    />
  );
}

const NOW: readonly Column<BillNowCandidate>[] = [
  order(),
  {
    id: 'orderStatus',
    header: 'Status',
    cell: ({ orderStatus }) => <StatusBadge display={ORDER_STATUS[orderStatus]} />,
  },
  company(),
  {
    id: 'done',
    header: 'Finished',
    align: 'right',
    cell: ({ specimens, inWork }) => `${specimens.length} of ${specimens.length + inWork}`,
  },
  {
    id: 'amount',
    header: 'Worth',
    align: 'right',
    sortBy: ({ amount }) => amount,
    cell: ({ amount }) => formatMoney(amount),
  },
];

/** Running orders that can be billed in part. */
export function BillNowList({ rows, onOpen, link }: PartProps<BillNowCandidate>) {
  const rowSearch = useRowSearch(rows, orderText);
  return (
    <DataList
      label="Can be billed now"
      rows={rowSearch.rows}
      search={rowSearch.search}
      columns={NOW}
      rowKey={({ orderId }) => orderId}
      rowLabel={({ orderNumber }) => `Bill ${orderNumber} now`}
      onOpen={onOpen}
      link={link}
      noMatchHint={rowSearch.noMatchHint}
      empty={emptyState(
        'No running order has finished specimens',
        'A part of an order can be billed before the rest.',
      )}
    />
  );
}

/** The processor refunds cards; other refunds and failed ones need a person. */
function nextOf({ cameBy, status }: Refund): string {
  if (cameBy !== 'CARD') return 'Refund, then record it';
  return status === 'FAILED' ? 'Refund failed: try again' : 'Nothing: refunded to the card automatically';
}

const REFUNDS: readonly Column<Refund>[] = [
  {
    id: 'invoiceNumber',
    header: 'Invoice',
    sortBy: ({ invoiceNumber }) => invoiceNumber,
    cell: ({ invoiceNumber }) => <span className="code">{invoiceNumber}</span>,
  },
  company(),
  { id: 'cameBy', header: 'Paid by', cell: ({ cameBy }) => (cameBy ? PAYMENT_KIND[cameBy] : '') },
  { id: 'next', header: 'What to do', wide: true, cell: nextOf },
  { id: 'reason', header: 'Why', wide: true, cell: ({ reason }) => reason ?? '' },
  {
    id: 'since',
    header: 'Waiting since',
    sortBy: ({ since }) => since,
    cell: ({ since }) => <Time value={since} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    sortBy: ({ amount }) => amount,
    cell: ({ amount }) => formatMoney(amount),
  },
];

/** Refunds to customers that are due. */
export function RefundsDue({ rows, onOpen, link }: PartProps<Refund>) {
  const rowSearch = useRowSearch(rows, (row) => `${row.invoiceNumber} ${row.companyName}`);
  return (
    <DataList
      label="Refunds"
      rows={rowSearch.rows}
      search={rowSearch.search}
      columns={REFUNDS}
      rowKey={({ paymentId }) => paymentId}
      rowLabel={({ invoiceNumber }) => `Refund of ${invoiceNumber}`}
      onOpen={onOpen}
      link={link}
      noMatchHint={rowSearch.noMatchHint}
      empty={emptyState(
        'No refund is waiting',
        'Payments that were too high, or for canceled work, appear here.',
      )}
    />
  );
}
