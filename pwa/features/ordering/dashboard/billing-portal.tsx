import { CircleCheck, Clock, ReceiptText, Undo2 } from 'lucide-react';
import { readBillingPortal } from '#db/api/billing/billing.ts';
import type { BillingPortal } from '#db/billing/invoices/billing-portal.ts';
import type { ListedInvoice } from '#db/billing/invoices/listed-invoice.ts';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { formatCompact } from '#pwa/format/numbers.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Section } from '#pwa/ui/page.tsx';
import {
  AllLink,
  approvalRows,
  type LinkRow,
  LinkRows,
  PORTAL_COLUMNS,
  PortalPage,
  shortDay,
  TileLink,
} from './portal-page.tsx';

const OVERDUE: AppLink = { to: '/billing/invoices', search: { stand: 'overdue' } };
const invoices = (count: number): string => (count === 1 ? '1 invoice' : `${count} invoices`);

function Tiles({ portal }: { portal: BillingPortal }) {
  const { toIssue, overdue, refunds, approvals } = portal;
  const { listLink } = useViewer();
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <TileLink
        label="To issue"
        value={formatMoney(toIssue.amount)}
        icon={ReceiptText}
        tone="info"
        note={invoices(toIssue.count)}
        link={listLink({ to: '/billing' })}
      />
      <TileLink
        label="Overdue"
        value={formatMoney(overdue.amount)}
        icon={Clock}
        tone={overdue.count > 0 ? 'warning' : 'success'}
        note={invoices(overdue.count)}
        link={listLink(OVERDUE)}
      />
      <TileLink
        label="To refund"
        value={formatMoney(refunds.amount)}
        icon={Undo2}
        tone={refunds.count > 0 ? 'warning' : 'success'}
        note={refunds.count === 1 ? '1 refund' : `${refunds.count} refunds`}
        link={listLink({ to: '/billing' })}
      />
      <TileLink
        label="Approvals waiting"
        value={approvals.total}
        icon={CircleCheck}
        tone={approvals.total > 0 ? 'warning' : 'success'}
        link={listLink({ to: '/approvals' })}
      />
    </div>
  );
}

const chartOf = ({ payments }: BillingPortal): ChartData => ({
  form: 'bars',
  series: [{ key: 'amount', label: 'Received', color: 'accent' }],
  places: payments.map(({ day, amount }) => ({ label: shortDay(day), amount })),
  format: formatMoney,
  formatShort: (cents) => `${cents < 0 ? '-' : ''}$${formatCompact(Math.abs(cents) / 100)}`,
});

function Payments({ portal }: { portal: BillingPortal }) {
  const { payments } = portal;
  const all = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (payments.every(({ amount }) => amount === 0))
    return <p className="text-ink-soft">{`No payments in the last ${payments.length} days.`}</p>;
  return (
    <ChartFigure
      data={chartOf(portal)}
      text={`${formatMoney(all)} in the last ${payments.length} days, net of refunds`}
    />
  );
}

function Loaded({ portal }: { portal: BillingPortal }) {
  const viewer = useViewer();
  const rowOf = (row: ListedInvoice, note: string): LinkRow => ({
    key: row.id,
    link: viewer.invoiceLink(row.id) ?? { to: '/billing/invoices' },
    title: row.invoiceNumber,
    note: `${row.companyName}, ${note}`,
  });
  return (
    <>
      <Tiles portal={portal} />
      <div className={PORTAL_COLUMNS}>
        <Section
          title="To issue"
          actions={<AllLink link={viewer.listLink({ to: '/billing' })}>View all</AllLink>}
        >
          <LinkRows
            none="No invoices to issue."
            rows={portal.toIssue.rows.map((row) => rowOf(row, formatMoney(row.totalDue)))}
          />
        </Section>
        <Section
          title="Overdue"
          actions={<AllLink link={viewer.listLink(OVERDUE)}>All overdue invoices</AllLink>}
        >
          <LinkRows
            none="No invoice is overdue."
            rows={portal.overdue.rows.map((row) =>
              rowOf(row, `${formatMoney(row.balance)}, ${row.overdueDays} days late`),
            )}
          />
        </Section>
        <Section title="Approvals waiting for you">
          <LinkRows none="You’re all caught up." rows={approvalRows(portal.approvals.rows, viewer)} />
        </Section>
        <Section title="Payments, last 7 days">
          <Payments portal={portal} />
        </Section>
      </div>
    </>
  );
}

/** The dashboard of billing. */
export const BillingPortalPage = ({ name }: { name: string }) => (
  <PortalPage name={name} call={readBillingPortal}>
    {(portal) => <Loaded portal={portal} />}
  </PortalPage>
);
