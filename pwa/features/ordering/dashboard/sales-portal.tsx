import { readSalesPortal } from '#db/api/ordering/lab-orders.ts';
import type { SalesPortal } from '#db/ordering/orders/orders-summary.ts';
import { COMPANY_STATUS } from '#db/organizations/company.ts';
import { useViewer, type Viewer } from '#pwa/features/ordering/viewer.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { approvalTasks } from './approval-tasks.tsx';
import { moreOf, NeedsYou, type Task } from './needs-you.tsx';
import { AllLink, type LinkRow, LinkRows, PortalPage, WeeksChart } from './portal-page.tsx';

/** Return the drafts that wait, each continued in the wizard where the user may. */
const draftTasks = ({ drafts }: SalesPortal, { base, draftLink }: Viewer): Task[] =>
  drafts.rows.map((row) => {
    const link = draftLink(row.id);
    return {
      key: `draft-${row.id}`,
      link: link ?? { to: `${base}/$id`, params: { id: row.id } },
      title: orderTitle(row),
      isTextTitle: row.orderNumber === null,
      badge: <ToneBadge tone="neutral" label="Draft" />,
      note: (
        <>
          {`${row.companyName}, ${row.serviceName}, `}
          <Time value={row.createdAt} />
        </>
      ),
      verb: link ? 'Continue' : 'View',
      at: row.createdAt,
    };
  });

function Loaded({ portal }: { portal: SalesPortal }) {
  const viewer = useViewer();
  const { companies, drafts, proposals, approvals, weeks } = portal;
  const { companies: companyList, base, listLink, userId } = viewer;
  return (
    <>
      <NeedsYou
        tasks={[...draftTasks(portal, viewer), ...approvalTasks(approvals.rows, viewer)]}
        more={[
          ...moreOf(drafts, { to: base, search: { status: 'DRAFT' } }, 'drafts'),
          ...moreOf(approvals, listLink({ to: '/approvals' }), 'to approve'),
          ...(proposals > 0
            ? [
                {
                  link: { to: base, search: { proposals: 'OPEN' } },
                  label: `${countOf(proposals, 'price adjustment')} proposed`,
                },
              ]
            : []),
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section
          title="My organizations"
          actions={
            <AllLink link={companyList && { to: companyList, search: { salesRepUserId: userId } }}>
              {`View all (${companies.total})`}
            </AllLink>
          }
        >
          <LinkRows
            none="No organizations assigned to you."
            rows={companies.rows.map(
              ({ id, name, status, openOrders }): LinkRow => ({
                key: id,
                link: companyList
                  ? { to: `${companyList}/$id`, params: { id } }
                  : { to: base, search: { companyId: id } },
                title: name,
                isTextTitle: true,
                badge: status === 'ACTIVE' ? null : <StatusBadge display={COMPANY_STATUS[status]} />,
                note: countOf(openOrders, 'open order'),
              }),
            )}
          />
        </Section>
        <Section title="Orders by week">
          <WeeksChart weeks={weeks} />
        </Section>
      </div>
    </>
  );
}

/** The dashboard of sales. */
export const SalesPortalPage = ({ name }: { name: string }) => (
  <PortalPage name={name} call={readSalesPortal}>
    {(portal) => <Loaded portal={portal} />}
  </PortalPage>
);
