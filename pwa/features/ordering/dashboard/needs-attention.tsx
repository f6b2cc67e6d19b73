import { readInvoicesSummary } from '#db/api/billing/invoices.ts';
import type { OrdersSummary } from '#db/ordering/orders/orders-summary.ts';
import { useCall } from '#pwa/api/use-call.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { AllLink, approvalRows, type LinkRow, LinkRows } from './portal-page.tsx';

const specimens = (count: number) => (count === 1 ? '1 specimen' : `${count} specimens`);

/** Amounts due, for users who see invoices; the list shows more on request. */
function usePayable({ customer, listLink }: Viewer): LinkRow[] {
  const link = customer ? listLink({ to: '/invoices', search: { stand: 'open' } }) : null;
  const { data } = useCall(readInvoicesSummary, {}, { enabled: link !== null });
  if (!link || !data || data.openCount === 0) return [];
  const isLate = data.overdueCount > 0;
  const open = `${formatMoney(data.open)} on ${data.openCount === 1 ? '1 invoice' : `${data.openCount} invoices`}`;
  return [
    {
      key: 'invoices',
      link,
      title: 'Invoices',
      isTextTitle: true,
      badge: <ToneBadge tone={isLate ? 'danger' : 'warning'} label={isLate ? 'Overdue' : 'Unpaid'} />,
      note: isLate ? `${open}, ${formatMoney(data.overdue)} overdue` : open,
    },
  ];
}

function rowsOf(
  { drafts, approvals, actionNeeded, toName }: OrdersSummary,
  payable: readonly LinkRow[],
  { base, customer, draftLink }: Viewer,
): LinkRow[] {
  const decide = actionNeeded.map(
    ({ id, orderNumber, specimens: count }): LinkRow => ({
      key: `action-${id}`,
      link: { to: `${base}/$id`, params: { id } },
      title: orderNumber,
      badge: <ToneBadge tone="danger" label="Action required" />,
      note: `${specimens(count)} to decide about`,
    }),
  );
  const name = toName.map(
    ({ id, orderNumber, serviceName, specimenCount, projectedSpecimenCount }): LinkRow => ({
      key: `name-${id}`,
      link: { to: `${base}/$id`, params: { id } },
      title: orderNumber,
      badge: <ToneBadge tone="warning" label="Specimens to enter" />,
      note: `${serviceName}, ${specimenCount} of ${specimens(projectedSpecimenCount)} entered`,
    }),
  );
  const approve = approvalRows(approvals.rows, { base, customer });
  const goOn = drafts.rows.map(
    (row): LinkRow => ({
      key: `draft-${row.id}`,
      link: draftLink(row.id) ?? { to: `${base}/$id`, params: { id: row.id } },
      title: row.orderNumber,
      badge: row.returnReason ? (
        <ToneBadge tone="warning" label="Returned" />
      ) : (
        <ToneBadge tone="neutral" label="Draft" />
      ),
      note: row.returnReason ?? `${row.serviceName}, changed ${formatDate(row.updatedAt, 'shortAtTime')}`,
    }),
  );
  return [...decide, ...name, ...approve, ...payable, ...(customer ? goOn : [])];
}

/**
 * Open tasks of this user: decisions about specimens, specimens to enter, approvals, amounts due, unsubmitted
 * drafts.
 */
export function NeedsAttention({ summary, viewer }: { summary: OrdersSummary; viewer: Viewer }) {
  const { approvals, drafts } = summary;
  const payable = usePayable(viewer);
  const moreApprovals = approvals.total - approvals.rows.length;
  const moreDrafts = viewer.customer ? drafts.total - drafts.rows.length : 0;
  return (
    <Section title={viewer.customer ? 'Needs your attention' : 'Approvals waiting for you'}>
      <LinkRows rows={rowsOf(summary, payable, viewer)} none="You’re all caught up." />
      <p className="flex flex-wrap gap-x-4 empty:hidden">
        {moreApprovals > 0 && (
          <AllLink
            link={
              viewer.listLink({ to: '/approvals' }) ?? {
                to: viewer.base,
                search: { status: 'PENDING_APPROVAL' },
              }
            }
          >
            {`${moreApprovals} more to approve`}
          </AllLink>
        )}
        {moreDrafts > 0 && (
          <AllLink link={{ to: viewer.base, search: { status: 'DRAFT' } }}>
            {moreDrafts === 1 ? '1 more draft' : `${moreDrafts} more drafts`}
          </AllLink>
        )}
      </p>
    </Section>
  );
}
