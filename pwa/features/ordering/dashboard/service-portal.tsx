import { BadgeCheck, LifeBuoy, PackageX, TriangleAlert } from 'lucide-react';
import { readServicePortal } from '#db/api/records/support.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import type { CustomerServicePortal } from '#db/records/support/shown-support-request.ts';
import { SUPPORT_SUBJECT } from '#db/records/support/support-request.ts';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { AllLink, LinkRows, PORTAL_COLUMNS, PortalPage, shortDay, TileLink } from './portal-page.tsx';

const NEED_CUSTOMER: AppLink = {
  to: '/lab/specimens',
  search: { of: 'everything', status: 'ACTION_REQUIRED' },
};
const OPEN_REQUESTS: AppLink = { to: '/support/requests', search: { status: 'OPEN' } };
const shipmentsText = (count: number): string => `${count} ${count === 1 ? 'shipment' : 'shipments'}`;
const warningTone = (count: number) => (count > 0 ? ('warning' as const) : ('success' as const));

function Tiles({ portal }: { portal: CustomerServicePortal }) {
  const {
    actionRequired,
    lateParcels: lateShipments,
    companiesToVerify,
    licensesToVerify,
    requests,
  } = portal;
  const { companies: companyList, base, listLink } = useViewer();
  const toVerify = companiesToVerify + licensesToVerify;
  const licenses: AppLink = { to: '/settings/licenses', search: { status: 'PENDING_VERIFICATION' } };
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <TileLink
        label="Waiting for customer"
        value={actionRequired.total}
        icon={TriangleAlert}
        tone={warningTone(actionRequired.total)}
        link={listLink(NEED_CUSTOMER)}
      />
      <TileLink
        label="Late or returned shipments"
        value={lateShipments.total}
        icon={PackageX}
        tone={warningTone(lateShipments.total)}
        link={{ to: base, search: { parcels: 'LATE' } }}
      />
      <TileLink
        label="Verifications waiting"
        value={toVerify}
        icon={BadgeCheck}
        tone={warningTone(toVerify)}
        note={`${companiesToVerify} organizations, ${licensesToVerify} licenses`}
        link={
          companiesToVerify === 0 && licensesToVerify > 0
            ? licenses
            : companyList && { to: companyList, search: { verificationStatus: 'PENDING' } }
        }
      />
      <TileLink
        label="Support requests open"
        value={requests.total}
        icon={LifeBuoy}
        tone={warningTone(requests.total)}
        link={OPEN_REQUESTS}
      />
    </div>
  );
}

const chartOf = ({ expected }: CustomerServicePortal): ChartData => ({
  form: 'bars',
  series: [{ key: 'parcels', label: 'Shipments', color: 'accent' }],
  places: expected.map((one) => ({ label: shortDay(one.day), parcels: one.parcels })),
  format: shipmentsText,
  formatShort: String,
});

function ExpectedShipments({ portal }: { portal: CustomerServicePortal }) {
  const all = portal.expected.reduce((sum, one) => sum + one.parcels, 0);
  const today = portal.expected[0]?.parcels ?? 0;
  if (all === 0) return <p className="text-ink-soft">No shipments expected this week.</p>;
  return (
    <ChartFigure
      data={chartOf(portal)}
      text={`${shipmentsText(all)} expected in ${portal.expected.length} days, ${today} of them today.`}
    />
  );
}

function Loaded({ portal }: { portal: CustomerServicePortal }) {
  const { actionRequired, lateParcels: lateShipments, requests } = portal;
  const { base, listLink } = useViewer();
  return (
    <>
      <Tiles portal={portal} />
      <div className={PORTAL_COLUMNS}>
        <Section
          title="Waiting for customer"
          actions={<AllLink link={listLink(NEED_CUSTOMER)}>View all</AllLink>}
        >
          <LinkRows
            none="No specimens waiting for a customer."
            rows={actionRequired.rows.map((row) => ({
              key: row.id,
              link: { to: `${base}/$id`, params: { id: row.id } },
              title: row.orderNumber,
              note: `${row.companyName}, ${row.specimens === 1 ? '1 specimen' : `${row.specimens} specimens`}${row.since ? ` since ${formatDate(row.since)}` : ''}`,
            }))}
          />
        </Section>
        <Section title="Support requests" actions={<AllLink link={OPEN_REQUESTS}>All open requests</AllLink>}>
          <LinkRows
            none="No request is open."
            rows={requests.rows.map((row) => ({
              key: row.id,
              link: { to: '/support/requests', search: { search: row.reference } },
              title: row.reference,
              note: `${row.companyName}, ${SUPPORT_SUBJECT[row.subject].toLowerCase()}, ${formatDate(row.createdAt)}`,
            }))}
          />
        </Section>
        <Section title="Late or returned shipments">
          <LinkRows
            none="No late or returned shipments."
            rows={lateShipments.rows.map((row) => ({
              key: row.id,
              link: { to: `${base}/$id`, params: { id: row.orderId } },
              title: row.orderNumber,
              badge: <StatusBadge display={SHIPMENT_STATUS[row.status]} />,
              note: `${row.companyName}, ${row.carrier ?? 'no carrier'}${row.estimatedDelivery ? `, expected ${formatDate(row.estimatedDelivery)}` : ''}`,
            }))}
          />
        </Section>
        <Section title="Expected shipments">
          <ExpectedShipments portal={portal} />
        </Section>
      </div>
    </>
  );
}

/** The dashboard of customer service. */
export const ServicePortalPage = ({ name }: { name: string }) => (
  <PortalPage name={name} call={readServicePortal}>
    {(portal) => <Loaded portal={portal} />}
  </PortalPage>
);
