import { CalendarClock, History, Wallet } from 'lucide-react';
import type { Statement, StatementLine } from '#db/billing/invoices/shown-invoice.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { AgeingBars } from './ageing-bars.tsx';
import type { RecordLink } from './use-invoice.ts';

type Row = StatementLine & { n: number };

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'invoiceNumber',
    header: 'Invoice',
    cell: ({ invoiceNumber }) => <span className="code whitespace-nowrap">{invoiceNumber}</span>,
  },
  {
    id: 'day',
    header: 'Day',
    cell: ({ day }) => <span className="whitespace-nowrap">{formatDate(day)}</span>,
  },
  { id: 'description', header: 'What happened', wide: true, cell: ({ description }) => description },
  { id: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => formatMoney(amount) },
  {
    id: 'balance',
    header: 'Owed after it',
    align: 'right',
    cell: ({ balance }) => <span className="font-semibold">{formatMoney(balance)}</span>,
  },
];

interface StatementLinesProps {
  statement: Statement;
  invoiceLink(id: string): RecordLink | null;
  onOpen(link: RecordLink): void;
}

/** Statement of an organization: opening and closing balance, the lines between them, and overdue amounts. */
export function StatementLines({ statement, invoiceLink, onOpen }: StatementLinesProps) {
  const { openingBalance, closingBalance, lines, ageing, from, to } = statement;
  const rows = lines.map((line, n) => ({ ...line, n }));
  const overdue = closingBalance - ageing.notDue;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <StatTile
          label={`Owed before ${formatDate(from)}`}
          value={formatMoney(openingBalance)}
          icon={History}
        />
        <StatTile
          label={`Owed at the end of ${formatDate(to)}`}
          value={formatMoney(closingBalance)}
          tone="info"
          icon={Wallet}
        />
        <StatTile
          label="Of that overdue"
          value={formatMoney(overdue)}
          tone={overdue > 0 ? 'danger' : 'neutral'}
          icon={CalendarClock}
        />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <DataList
          label="Statement"
          rows={rows}
          columns={COLUMNS}
          rowKey={({ n }) => String(n)}
          rowLabel={({ invoiceNumber, description }) => `${invoiceNumber}: ${description}`}
          link={({ invoiceId }) => invoiceLink(invoiceId)}
          onOpen={({ invoiceId }) => {
            const link = invoiceLink(invoiceId);
            if (link) onOpen(link);
          }}
        />
        <section aria-label="Owed by age" className="panel p-4">
          <h2 className="mb-3 font-semibold">Owed by age</h2>
          <AgeingBars ageing={ageing} />
        </section>
      </div>
    </>
  );
}
