import { useQuery } from '@tanstack/react-query';
import { Banknote, CalendarClock, FileClock, Undo2 } from 'lucide-react';
import { INVOICE_STATUS } from '#db/billing/invoice-status.ts';
import { type Ageing, BillingSummary } from '#db/billing/listed-invoice.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LookBadge } from '#pwa/ui/look-badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { errorText } from './use-invoice.ts';

const AGES: readonly { key: keyof Ageing; label: string }[] = [
  { key: 'notDue', label: 'Not due yet' },
  { key: 'days1To30', label: '1 to 30 days' },
  { key: 'days31To60', label: '31 to 60 days' },
  { key: 'days61To90', label: '61 to 90 days' },
  { key: 'over90', label: 'Over 90 days' },
];

/** What is owed by how long it is overdue, each a bar of its share. */
export function AgeingBars({ ageing }: { ageing: Ageing }) {
  const most = Math.max(1, ...AGES.map(({ key }) => ageing[key]));
  return (
    <dl className="flex flex-col gap-3">
      {AGES.map(({ key, label }) => (
        <div key={key} className="grid grid-cols-[1fr_auto] gap-x-3">
          <dt>{label}</dt>
          <dd className="tabular-nums">{formatMoney(ageing[key])}</dd>
          <dd aria-hidden className="col-span-2 mt-1 h-2 rounded-full bg-sunken">
            <div
              data-tone={key === 'notDue' ? 'info' : 'danger'}
              className="h-2 rounded-full bg-tone"
              style={{ width: `${Math.round((ageing[key] / most) * 100)}%` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const count = (invoices: number): string => (invoices === 1 ? '1 invoice' : `${invoices} invoices`);

function Shown({ summary, onOpen }: { summary: BillingSummary; onOpen(path: string): void }) {
  const { open, openCount, overdue, overdueCount, refundsDue, refundsDueCount, statuses, ageing } = summary;
  const waiting = statuses.find(({ status }) => status === 'AWAITING_BILLING');
  const list = (query: string) => () => onOpen(`/billing/invoices?${query}`);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <StatTile
          label="To be issued"
          value={formatMoney(waiting?.totalDue ?? 0)}
          note={count(waiting?.count ?? 0)}
          icon={FileClock}
          tone={waiting && waiting.count > 0 ? 'warning' : 'neutral'}
          onOpen={() => onOpen('/queue')}
        />
        <StatTile
          label="To be paid"
          value={formatMoney(open)}
          note={count(openCount)}
          icon={Banknote}
          tone="info"
          onOpen={list('stand=open')}
        />
        <StatTile
          label="Overdue"
          value={formatMoney(overdue)}
          note={count(overdueCount)}
          icon={CalendarClock}
          tone={overdueCount > 0 ? 'danger' : 'neutral'}
          onOpen={list('stand=overdue')}
        />
        <StatTile
          label="To be given back"
          value={formatMoney(refundsDue)}
          note={refundsDueCount === 1 ? '1 refund' : `${refundsDueCount} refunds`}
          icon={Undo2}
          tone={refundsDueCount > 0 ? 'warning' : 'neutral'}
          onOpen={() => onOpen('/queue')}
        />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title="Owed by age">
          <AgeingBars ageing={ageing} />
        </Section>
        <Section title="Invoices by status">
          {statuses.length === 0 && <p className="text-ink-soft">There are no invoices yet.</p>}
          <ul aria-label="Invoices by status" className="divide-y divide-line">
            {statuses.map(({ status, count: invoices, totalDue }) => (
              <li key={status}>
                <a
                  href={`/billing/invoices?status=${status}`}
                  className="grid min-h-control grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 rounded-sm px-1 py-1.5 hover:bg-hover sm:grid-cols-[auto_1fr_auto]"
                >
                  <LookBadge look={INVOICE_STATUS[status]} />
                  <span className="text-ink-soft text-sm max-sm:order-last">{count(invoices)}</span>
                  <span className="text-right tabular-nums">{formatMoney(totalDue)}</span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}

const path = '/api/billing/summary';

/** How the lab's money stands: what is to be issued, paid and given back. */
export function BillingPage({ onOpen }: { onOpen(path: string): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'overview'],
    queryFn: ({ signal }) => callApi({ path, answer: BillingSummary, signal }),
    networkMode: 'always',
  });
  return (
    <Page title="Billing">
      {data && <Shown summary={data} onOpen={onOpen} />}
      {!data && error && (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!data && !error && <Skeleton lines={8} label="How the money stands" />}
    </Page>
  );
}
