import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import type { ListedInvoice } from '#db/billing/invoices/listed-invoice.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** Text for an order that its sponsor does not see. */
const campaignText = (code: string | null): string => (code ? `Campaign ${code}` : '');

/** The due date, and for how long it has passed. */
export function DueDate({ invoice }: { invoice: Pick<ListedInvoice, 'dueDate' | 'overdueDays'> }) {
  const { dueDate, overdueDays } = invoice;
  if (!dueDate) return <span className="text-ink-soft">Not issued</span>;
  return (
    <span className="whitespace-nowrap">
      {formatDate(dueDate)}
      {overdueDays > 0 && (
        <span data-tone="danger" className="block font-medium text-sm text-tone-ink">
          {`${days(overdueDays)} overdue`}
        </span>
      )}
    </span>
  );
}

const COMPANY: Column<ListedInvoice> = {
  id: 'companyName',
  header: 'Organization',
  sortable: true,
  wide: true,
  cell: ({ companyName }) => <span className="block min-w-32">{companyName}</span>,
};

const FIRST: readonly Column<ListedInvoice>[] = [
  {
    id: 'invoiceNumber',
    header: 'Invoice',
    sortable: true,
    cell: ({ invoiceNumber }) => <span className="code whitespace-nowrap">{invoiceNumber}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={INVOICE_STATUS[status]} />,
  },
];

const REST: readonly Column<ListedInvoice>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: ({ orderNumber, orderId, campaignCode, serviceName }) => (
      <span className="block min-w-28">
        {orderNumber ? (
          <span className="code">{orderNumber}</span>
        ) : orderId ? (
          'Draft'
        ) : (
          campaignText(campaignCode)
        )}
        <span className="block text-ink-soft text-sm">{serviceName}</span>
      </span>
    ),
  },
  { id: 'dueDate', header: 'Due', sortable: true, cell: (invoice) => <DueDate invoice={invoice} /> },
  {
    id: 'totalDue',
    header: 'Total',
    sortable: true,
    align: 'right',
    cell: ({ totalDue }) => formatMoney(totalDue),
  },
  {
    id: 'balance',
    header: 'Balance',
    sortable: true,
    align: 'right',
    cell: ({ balance }) => <span className="font-semibold">{formatMoney(balance)}</span>,
  },
  {
    id: 'issuedAt',
    header: 'Issued',
    sortable: true,
    tableOnly: true,
    cell: ({ issuedAt }) => (
      <span className={`whitespace-nowrap ${issuedAt ? '' : 'text-ink-soft'}`}>
        {formatDate(issuedAt) || '—'}
      </span>
    ),
  },
];

/** The columns of a list of invoices; the organization for users who see several. */
export const invoiceColumns = (ofSeveral: boolean): readonly Column<ListedInvoice>[] => [
  ...FIRST,
  ...(ofSeveral ? [COMPANY] : []),
  ...REST,
];
