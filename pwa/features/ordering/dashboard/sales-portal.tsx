import { Building2, CircleCheck, ClipboardList, Percent } from 'lucide-react';
import { readSalesPortal } from '#db/api/ordering/lab-orders.ts';
import type { SalesPortal } from '#db/ordering/orders/orders-summary.ts';
import { COMPANY_STATUS } from '#db/organizations/company.ts';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import {
  AllLink,
  approvalRows,
  type LinkRow,
  LinkRows,
  PORTAL_COLUMNS,
  PortalPage,
  TileLink,
  WeeksChart,
} from './portal-page.tsx';

const orders = (count: number): string => (count === 1 ? '1 open order' : `${count} open orders`);

function Tiles({ portal }: { portal: SalesPortal }) {
  const { companies, drafts, proposals, approvals } = portal;
  const { listLink, companies: companyList, base, userId } = useViewer();
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <TileLink
        label="My organizations"
        value={companies.total}
        icon={Building2}
        tone={companies.onHold > 0 ? 'warning' : 'neutral'}
        {...(companies.onHold > 0 ? { note: `${companies.onHold} on hold` } : {})}
        link={companyList && { to: companyList, search: { salesRepUserId: userId } }}
      />
      <TileLink
        label="Drafts waiting"
        value={drafts.total}
        icon={ClipboardList}
        tone="info"
        link={{ to: base, search: { status: 'DRAFT' } }}
      />
      <TileLink
        label="Approvals waiting"
        value={approvals.total}
        icon={CircleCheck}
        tone={approvals.total > 0 ? 'warning' : 'success'}
        link={listLink({ to: '/approvals' })}
      />
      <TileLink
        label="Discounts and fees proposed"
        value={proposals}
        icon={Percent}
        tone="progress"
        link={{ to: base, search: { proposals: 'OPEN' } }}
      />
    </div>
  );
}

function Loaded({ portal }: { portal: SalesPortal }) {
  const viewer = useViewer();
  const { companies, drafts, approvals, weeks } = portal;
  const { companies: companyList, base } = viewer;
  return (
    <>
      <Tiles portal={portal} />
      <div className={PORTAL_COLUMNS}>
        <Section
          title="My organizations"
          actions={<AllLink link={companyList && { to: companyList }}>All organizations</AllLink>}
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
                note: orders(openOrders),
              }),
            )}
          />
        </Section>
        <Section title="Approvals waiting for you">
          <LinkRows none="You’re all caught up." rows={approvalRows(approvals.rows, viewer)} />
        </Section>
        <Section
          title="Drafts and quotes waiting"
          actions={<AllLink link={{ to: base, search: { status: 'DRAFT' } }}>All drafts</AllLink>}
        >
          <LinkRows
            none="No open drafts or quotes."
            rows={drafts.rows.map((row) => ({
              key: row.id,
              link: { to: `${base}/$id`, params: { id: row.id } },
              title: row.orderNumber,
              note: `${row.companyName}, ${row.serviceName}, since ${formatDate(row.createdAt)}`,
            }))}
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
