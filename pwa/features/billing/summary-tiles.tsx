import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CircleCheckBig, FlaskConical, Wallet } from 'lucide-react';
import { InvoicesSummary } from '#db/billing/listed-invoice.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { errorText } from './use-invoice.ts';

const count = (invoices: number): string => (invoices === 1 ? '1 invoice' : `${invoices} invoices`);

/** The amounts; each links to the invoices that it counts. */
export function Tiles({
  summary,
  onSelectState,
}: {
  summary: InvoicesSummary;
  onSelectState(state: string): void;
}) {
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
export function SummaryTiles({ path, onSelectState }: { path: string; onSelectState(state: string): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => callApi({ path, answer: InvoicesSummary, signal }),
    networkMode: 'always',
  });
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
