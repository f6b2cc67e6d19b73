import { CalendarClock, CircleCheckBig, FileText, FlaskConical, ReceiptText, Wallet } from 'lucide-react';
import { INVOICE_STATUS_FILTER, INVOICE_STATUSES } from '#db/billing/invoices/invoice-status.ts';
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
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { ExportMenu } from '#pwa/ui/list/views/export-menu.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { StatementPage } from './statement-page.tsx';
import { PORTALS, type Portal, type RecordLink, useMoneyViewer } from './use-invoice.ts';

const STATE_LABELS: Record<InvoiceState, string> = {
  unbilled: 'Not billed yet',
  open: 'To be paid',
  overdue: 'Overdue',
  paid: 'Paid',
  ended: 'Void or canceled',
};

const FILTERS = [
  {
    name: 'stand',
    label: 'How they stand',
    any: 'All invoices',
    options: INVOICE_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  {
    name: 'status',
    label: 'Status',
    any: 'Any status',
    options: INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS_FILTER[value] })),
  },
];

type Filters = Pick<ServerList<unknown>, 'filter' | 'setFilter'>;

function Day({ list, name, label }: { list: Filters; name: 'from' | 'to'; label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is drawn inside by its component.
    <label className="flex items-center gap-2 text-ink-soft text-sm max-md:w-full max-md:justify-between">
      <span className="shrink-0 max-md:w-24">{label}</span>
      <TextInput
        type="date"
        value={list.filter(name)[0] ?? ''}
        onChange={(day) => list.setFilter(name, day)}
      />
    </label>
  );
}

/** Filters by payment state, status, and days of issue. */
function InvoiceFilters({ list }: { list: Filters }) {
  return (
    <>
      <ListFilters list={list} filters={FILTERS} />
      <div className="flex flex-wrap gap-2 max-md:w-full">
        <Day list={list} name="from" label="Issued from" />
        <Day list={list} name="to" label="to" />
      </div>
    </>
  );
}

const count = (invoices: number): string => (invoices === 1 ? '1 invoice' : `${invoices} invoices`);

/** The amounts; each links to the invoices that it counts. */
function Tiles({ summary, onSelectState }: { summary: InvoicesSummary; onSelectState(state: string): void }) {
  const { open, openCount, overdue, overdueCount, paidThisYear, unbilled, unbilledCount } = summary;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <StatTile
        label="To be paid"
        value={formatMoney(open)}
        note={count(openCount)}
        icon={Wallet}
        tone="info"
        onOpen={() => onSelectState('open')}
      />
      <StatTile
        label="Overdue"
        value={formatMoney(overdue)}
        note={count(overdueCount)}
        icon={CalendarClock}
        tone={overdueCount > 0 ? 'danger' : 'neutral'}
        onOpen={() => onSelectState('overdue')}
      />
      <StatTile
        label="Not billed yet"
        value={formatMoney(unbilled)}
        note={`${count(unbilledCount)}, provisional`}
        icon={FlaskConical}
        onOpen={() => onSelectState('unbilled')}
      />
      <StatTile
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
  if (data) return <Tiles summary={data} onSelectState={onSelectState} />;
  if (!error) return <div aria-hidden className="min-h-20" />;
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
    sort: 'createdAt:desc',
  });
  const ofSeveral = viewer.staff || new Set(list.rows.map(({ companyId }) => companyId)).size > 1;
  return (
    <Page
      title={label}
      actions={
        <>
          <ExportMenu path={callUrl(calls.export, {})} listQuery={list.listQuery} total={list.total} />
          <Button icon={FileText} onClick={() => onStatement(STATEMENT)}>
            Statement
          </Button>
        </>
      }
    >
      <SummaryTiles portal={portal} onSelectState={(state) => list.setFilter('stand', state)} />
      <DataList
        {...list.list}
        label={label}
        columns={invoiceColumns(ofSeveral)}
        rowKey={({ id }) => id}
        rowLabel={({ invoiceNumber }) => invoiceNumber}
        onOpen={({ id }) => {
          const link = viewer.invoiceLink(portal, id);
          if (link) onOpen(link);
        }}
        link={({ id }) => viewer.invoiceLink(portal, id)}
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
