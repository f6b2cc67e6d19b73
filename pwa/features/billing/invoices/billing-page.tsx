import { Link } from '@tanstack/react-router';
import { Banknote, CalendarClock, FileClock, Undo2 } from 'lucide-react';
import { readBillingSummary } from '#db/api/billing/billing.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import type { BillingSummary, InvoiceState } from '#db/billing/invoices/listed-invoice.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { AgeingBars } from './ageing-bars.tsx';

const count = (invoices: number): string => (invoices === 1 ? '1 invoice' : `${invoices} invoices`);

interface BillingPageProps {
  onQueue(): void;
  /** Opens the invoices in this state. */
  onInvoices(search: { stand: InvoiceState }): void;
}

function SummaryContent({ summary, onQueue, onInvoices }: BillingPageProps & { summary: BillingSummary }) {
  const { open, openCount, overdue, overdueCount, refundsDue, refundsDueCount, statuses, ageing } = summary;
  const waiting = statuses.find(({ status }) => status === 'AWAITING_BILLING');
  return (
    <>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <StatTile
          label="To be issued"
          value={formatMoney(waiting?.totalDue ?? 0)}
          note={count(waiting?.count ?? 0)}
          icon={FileClock}
          tone={waiting && waiting.count > 0 ? 'warning' : 'neutral'}
          onOpen={onQueue}
        />
        <StatTile
          label="Unpaid"
          value={formatMoney(open)}
          note={count(openCount)}
          icon={Banknote}
          tone="info"
          onOpen={() => onInvoices({ stand: 'open' })}
        />
        <StatTile
          label="Overdue"
          value={formatMoney(overdue)}
          note={count(overdueCount)}
          icon={CalendarClock}
          tone={overdueCount > 0 ? 'danger' : 'neutral'}
          onOpen={() => onInvoices({ stand: 'overdue' })}
        />
        <StatTile
          label="To refund"
          value={formatMoney(refundsDue)}
          note={refundsDueCount === 1 ? '1 refund' : `${refundsDueCount} refunds`}
          icon={Undo2}
          tone={refundsDueCount > 0 ? 'warning' : 'neutral'}
          onOpen={onQueue}
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
                <Link
                  to="/billing/invoices"
                  search={{ status }}
                  className="grid min-h-control grid-cols-[1fr_auto] items-center justify-items-start gap-x-3 gap-y-0.5 rounded-sm px-1 py-1.5 hover:bg-hover sm:grid-cols-[11rem_1fr_auto]"
                >
                  <StatusBadge display={INVOICE_STATUS[status]} />
                  <span className="text-ink-soft text-sm max-sm:order-last">{count(invoices)}</span>
                  <span className="text-right tabular-nums">{formatMoney(totalDue)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}

/** Overview of the lab's money: invoices to issue, amounts due, and refunds. */
export function BillingPage(props: BillingPageProps) {
  const { data, error, refetch } = useCall(readBillingSummary, {});
  return (
    <Page title="Billing">
      {data && <SummaryContent summary={data} {...props} />}
      {!data && error && (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!data && !error && <Skeleton lines={8} label="Balance overview" />}
    </Page>
  );
}
