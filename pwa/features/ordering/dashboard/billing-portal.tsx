import { readBillingPortal } from '#db/api/billing/billing.ts';
import type { BillingPortal } from '#db/billing/invoices/billing-portal.ts';
import type { ListedInvoice } from '#db/billing/invoices/listed-invoice.ts';
import { useViewer, type Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { countOf, formatCompact } from '#pwa/format/numbers.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { approvalTasks } from './approval-tasks.tsx';
import { moreOf, NeedsYou, type Task } from './needs-you.tsx';
import { PortalPage, shortDay } from './portal-page.tsx';

const OVERDUE: AppLink = { to: '/billing/invoices', search: { stand: 'overdue' } };

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
    <Section title="Payments, last 7 days">
      <ChartFigure
        data={chartOf(portal)}
        text={`${formatMoney(all)} in the last ${payments.length} days, net of refunds`}
      />
    </Section>
  );
}

/** Return the tasks of billing's queue: what to issue, to collect, to refund, and who asked for invoices. */
function billingTasks(portal: BillingPortal, { invoiceLink, listLink }: Viewer): Task[] {
  const queue = listLink({ to: '/billing' });
  const invoiceTask = (row: ListedInvoice, rest: Pick<Task, 'badge' | 'note' | 'verb' | 'at'>): Task[] => {
    const link = invoiceLink(row.id);
    return link ? [{ key: `${rest.verb}-${row.id}`, link, title: row.invoiceNumber, ...rest }] : [];
  };
  return [
    ...portal.toIssue.rows.flatMap((row) =>
      invoiceTask(row, {
        badge: <ToneBadge tone="info" label="To issue" />,
        note: (
          <>
            {`${row.companyName}, ${formatMoney(row.totalDue)}, `}
            <Time value={row.updatedAt} />
          </>
        ),
        verb: 'Issue',
        at: row.updatedAt,
      }),
    ),
    ...portal.overdue.rows.flatMap((row) =>
      invoiceTask(row, {
        badge: <ToneBadge tone="danger" label="Overdue" />,
        note: `${row.companyName}, ${formatMoney(row.balance)}, ${countOf(row.overdueDays, 'day')} late`,
        verb: 'Collect',
        at: row.dueDate,
      }),
    ),
    ...portal.refunds.rows.flatMap((row) => {
      const link = invoiceLink(row.invoiceId);
      return link
        ? [
            {
              key: `refund-${row.paymentId}`,
              link,
              title: row.invoiceNumber,
              badge: <ToneBadge tone="warning" label="Refund due" />,
              note: `${row.companyName}, ${formatMoney(row.amount)}`,
              verb: 'Refund',
              at: row.since,
            },
          ]
        : [];
    }),
    ...(queue ? portal.invoicing.rows : []).map((row) => ({
      key: `invoicing-${row.companyId}`,
      link: queue ?? { to: '/billing' as const },
      title: row.companyName,
      isTextTitle: true,
      badge: <ToneBadge tone="info" label="Invoicing requested" />,
      note: <Time value={row.since} />,
      verb: 'Answer',
      at: row.since,
    })),
  ];
}

function Loaded({ portal }: { portal: BillingPortal }) {
  const viewer = useViewer();
  const { listLink } = viewer;
  const queue = listLink({ to: '/billing' });
  const { toIssue, overdue, refunds, invoicing, approvals } = portal;
  const totalOf = ({ count, rows }: { count: number; rows: readonly unknown[] }) => ({ total: count, rows });
  return (
    <>
      <NeedsYou
        tasks={[...billingTasks(portal, viewer), ...approvalTasks(approvals.rows, viewer)]}
        more={[
          ...moreOf(totalOf(toIssue), queue, `to issue, ${formatMoney(toIssue.amount)} in all`),
          ...moreOf(totalOf(overdue), listLink(OVERDUE), `overdue, ${formatMoney(overdue.amount)} in all`),
          ...moreOf(totalOf(refunds), queue, 'refunds'),
          ...moreOf(invoicing, queue, 'invoicing requests'),
          ...moreOf(approvals, listLink({ to: '/approvals' }), 'to approve'),
        ]}
      />
      <Payments portal={portal} />
    </>
  );
}

/** The dashboard of billing. */
export const BillingPortalPage = ({ name }: { name: string }) => (
  <PortalPage name={name} call={readBillingPortal}>
    {(portal) => <Loaded portal={portal} />}
  </PortalPage>
);
