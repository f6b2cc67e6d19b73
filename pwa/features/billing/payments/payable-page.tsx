import { CircleCheckBig } from 'lucide-react';
import { listInvoices } from '#db/api/billing/invoices.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import type { ListedInvoice } from '#db/billing/invoices/listed-invoice.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { SavedCards } from './saved-cards.tsx';

const COLUMNS: readonly Column<ListedInvoice>[] = [
  {
    id: 'invoiceNumber',
    header: 'Invoice',
    sortable: true,
    cell: ({ invoiceNumber }) => <span className="code">{invoiceNumber}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={INVOICE_STATUS[status]} />,
  },
  {
    id: 'companyName',
    header: 'Organization',
    sortable: true,
    wide: true,
    cell: ({ companyName }) => companyName,
  },
  { id: 'dueDate', header: 'Due', sortable: true, cell: ({ dueDate }) => <Time value={dueDate} /> },
  {
    id: 'balance',
    header: 'Balance',
    sortable: true,
    align: 'right',
    cell: ({ balance }) => formatMoney(balance),
  },
];

/** Invoices with a balance; one is selected for card payment. */
export function PayablePage({
  title,
  base,
  onOpen,
}: {
  title: string;
  base: '/payment' | '/invoices/payment';
  onOpen(invoiceId: string): void;
}) {
  const list = useServerList({
    call: listInvoices,
    query: { stand: 'open' },
    sort: 'dueDate:asc',
  });
  return (
    <Page title={title}>
      <p className="-mt-2 text-ink-soft">Choose the invoice that you want to pay by card.</p>
      <DataList
        {...list.list}
        label="Invoices to be paid"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ invoiceNumber }) => invoiceNumber}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: `${base}/$id`, params: { id } })}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={CircleCheckBig} title="Nothing to pay">
              Invoices appear here from the day they are issued until they are paid.
            </EmptyState>
          )
        }
      />
      <SavedCards />
    </Page>
  );
}
