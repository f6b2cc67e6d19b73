import { FileText, ReceiptText } from 'lucide-react';
import { INVOICE_FILTER, ListedInvoice } from '#db/billing/listed-invoice.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ExportMenu } from '#pwa/ui/list/views/export-menu.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { InvoiceFilters } from './invoice-filters.tsx';
import { PORTALS, type Portal, useMoneyViewer } from './money-viewer.ts';
import { StatementPage } from './statement-page.tsx';
import { SummaryTiles } from './summary-tiles.tsx';

interface InvoicesPageProps {
  portal: Portal;
  onOpen(path: string): void;
}

/** The statement is a view of the list, so access to the list suffices. */
const STATEMENT = { view: 'statement' };

/** Every invoice that this user may see, or their statement. */
export function InvoicesPage(props: InvoicesPageProps) {
  const { parameters } = useQueryParameters();
  return parameters.get('view') === STATEMENT.view ? (
    <StatementPage {...props} />
  ) : (
    <InvoiceList {...props} />
  );
}

/** The list, with the amounts due above it. */
function InvoiceList({ portal, onOpen }: InvoicesPageProps) {
  const viewer = useMoneyViewer();
  const { api, label } = PORTALS[portal];
  const list = useServerList({
    path: api,
    row: ListedInvoice,
    filters: INVOICE_FILTER,
    sort: 'createdAt:desc',
  });
  const ofSeveral = viewer.staff || new Set(list.rows.map(({ companyId }) => companyId)).size > 1;
  const summary = portal === 'invoices' ? '/api/invoices/summary' : '/api/billing/summary';
  return (
    <Page
      title={label}
      actions={
        <>
          <ExportMenu path={`${api}/export`} listQuery={list.listQuery} total={list.total} />
          <Button icon={FileText} onClick={() => onOpen(`${PORTALS[portal].list}?view=${STATEMENT.view}`)}>
            Statement
          </Button>
        </>
      }
    >
      <SummaryTiles path={summary} onSelectState={(state) => list.setFilter('stand', state)} />
      <DataList
        {...list.list}
        label={label}
        columns={invoiceColumns(ofSeveral)}
        rowKey={({ id }) => id}
        rowLabel={({ invoiceNumber }) => invoiceNumber}
        onOpen={({ id }) => {
          const path = viewer.invoicePath(portal, id);
          if (path) onOpen(path);
        }}
        href={({ id }) => viewer.invoicePath(portal, id)}
        filters={<InvoiceFilters list={list} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={ReceiptText} title="No invoices yet">
              {portal === 'invoices'
                ? 'An invoice appears here as soon as an order is submitted.'
                : 'Invoices appear here as soon as customers submit orders.'}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
