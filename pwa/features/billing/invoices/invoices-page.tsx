import { CalendarClock, CircleCheckBig, FileText, FlaskConical, ReceiptText, Wallet } from 'lucide-react';
import { INVOICE_STATUS_NAME, INVOICE_STATUSES } from '#db/billing/invoices/invoice-status.ts';
import { DUE_BALANCES, INVOICE_VIEWS } from '#db/billing/invoices/invoice-views.ts';
import {
  INVOICE_FILTER,
  INVOICE_STATES,
  type InvoiceState,
  type InvoicesSummary,
} from '#db/billing/invoices/listed-invoice.ts';
import { callUrl } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { ListFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { useServerViews } from '#pwa/ui/list/views/use-server-views.ts';
import { countedTabs } from '#pwa/ui/list/views/view-tab-counts.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { StatementPage } from './statement-page.tsx';
import { PORTALS, type Portal, type RecordLink, useMoneyViewer } from './use-invoice.ts';

const STATE_LABELS: Record<InvoiceState, string> = {
  unbilled: 'Not invoiced',
  open: 'Unpaid',
  overdue: 'Overdue',
  paid: 'Paid',
  ended: 'Void or canceled',
};

const FILTERS: readonly ListFilter[] = [
  {
    name: 'stand',
    label: 'Balance',
    options: INVOICE_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
    multiple: true,
  },
  {
    name: 'status',
    label: 'Status',
    options: INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS_NAME[value] })),
    multiple: true,
  },
  { name: 'from', label: 'Issued from', type: 'day' },
  { name: 'to', label: 'Issued until', type: 'day' },
];

/** Fills the tiles while the amounts are loading. */
const NO_AMOUNTS: InvoicesSummary = {
  open: 0,
  openCount: 0,
  overdue: 0,
  overdueCount: 0,
  paidThisYear: 0,
  unbilled: 0,
  unbilledCount: 0,
};

const count = (invoices: number): string => (invoices === 1 ? '1 invoice' : `${invoices} invoices`);

interface TilesProps {
  /** Null while the amounts are loading. */
  summary: InvoicesSummary | null;
  onSelectState(state: string): void;
}

/** The amounts; each links to the invoices that it counts. */
function Tiles({ summary, onSelectState }: TilesProps) {
  const { open, openCount, overdue, overdueCount, paidThisYear, unbilled, unbilledCount } =
    summary ?? NO_AMOUNTS;
  const loading = summary === null;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <StatTile
        loading={loading}
        label="Unpaid"
        value={formatMoney(open)}
        note={count(openCount)}
        icon={Wallet}
        tone="info"
        onOpen={() => onSelectState('open')}
      />
      <StatTile
        loading={loading}
        label="Overdue"
        value={formatMoney(overdue)}
        note={count(overdueCount)}
        icon={CalendarClock}
        tone={overdueCount > 0 ? 'danger' : 'neutral'}
        onOpen={() => onSelectState('overdue')}
      />
      <StatTile
        loading={loading}
        label="Not invoiced"
        value={formatMoney(unbilled)}
        note={`${count(unbilledCount)}, provisional`}
        icon={FlaskConical}
        onOpen={() => onSelectState('unbilled')}
      />
      <StatTile
        loading={loading}
        label="Paid this year"
        value={formatMoney(paidThisYear)}
        icon={CircleCheckBig}
        tone="success"
        onOpen={() => onSelectState('paid')}
      />
    </div>
  );
}

/** Amounts due and paid, above the list. */
function SummaryTiles({ portal, onSelectState }: { portal: Portal; onSelectState(state: string): void }) {
  const { data, error, refetch } = useCall(PORTALS[portal].calls.summary, {});
  if (data || !error) return <Tiles summary={data ?? null} onSelectState={onSelectState} />;
  return (
    <Notice
      tone="danger"
      title={errorText(error)}
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  );
}

interface InvoicesPageProps {
  portal: Portal;
  onOpen(link: RecordLink): void;
  /** Opens the statement, which is a view of the list. */
  onStatement(search: { view: 'statement' }): void;
}

/** The statement is a view of the list, so access to the list suffices. */
const STATEMENT = { view: 'statement' } as const;

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
function InvoiceList({ portal, onOpen, onStatement }: InvoicesPageProps) {
  const viewer = useMoneyViewer();
  const { calls, label } = PORTALS[portal];
  const list = useServerList({
    call: calls.list,
    filters: INVOICE_FILTER,
    // Billing chases what is due; customers look for the newest.
    ...(portal === 'billing'
      ? { sort: 'dueDate:asc', defaults: { stand: DUE_BALANCES } }
      : { sort: 'createdAt:desc' }),
  });
  const counts = useCall(calls.counts, {}).data;
  const store = useServerViews(PORTALS[portal].savedViews);
  const ofSeveral = viewer.staff || new Set(list.rows.map(({ companyId }) => companyId)).size > 1;
  const columns = invoiceColumns(ofSeveral);
  return (
    <Page
      title={label}
      actions={
        <ListActions
          {...{ columns, store, viewing: list.list.viewing }}
          actions={[{ label: 'Statement', icon: FileText, onSelect: () => onStatement(STATEMENT) }]}
          file={{ path: callUrl(calls.export, {}), listQuery: list.listQuery, total: list.total }}
        />
      }
    >
      <SummaryTiles portal={portal} onSelectState={(state) => list.setFilter('stand', state)} />
      <DataList
        {...list.list}
        label={label}
        noun="invoices"
        columns={columns}
        views={countedTabs(INVOICE_VIEWS, counts)}
        store={store}
        rowKey={({ id }) => id}
        rowLabel={({ invoiceNumber }) => invoiceNumber}
        onOpen={({ id }) => {
          const link = viewer.invoiceLink(portal, id);
          if (link) onOpen(link);
        }}
        link={({ id }) => viewer.invoiceLink(portal, id)}
        filters={<ListFilters list={list} filters={FILTERS} />}
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
