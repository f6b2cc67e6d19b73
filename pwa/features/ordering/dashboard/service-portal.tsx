import { readServicePortal } from '#db/api/records/support.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import { CLINICIAN_DESIGNATION } from '#db/patients/clinician-license.ts';
import type { CustomerServicePortal } from '#db/records/support/shown-support-request.ts';
import { SUPPORT_SUBJECT } from '#db/records/support/support-request.ts';
import { useViewer, type Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { moreOf, NeedsYou, type Task } from './needs-you.tsx';
import { PortalPage, shortDay } from './portal-page.tsx';

const NEED_CUSTOMER: AppLink = {
  to: '/lab/specimens',
  search: { of: 'everything', status: 'ACTION_REQUIRED' },
};
const LICENSES: AppLink = { to: '/settings/licenses', search: { status: 'PENDING_VERIFICATION' } };
const shipmentsText = (count: number): string => countOf(count, 'shipment');

/** Return the tasks about orders: decisions of customers, late shipments and collection kits. */
function orderTasks(
  { actionRequired, lateParcels, kits }: CustomerServicePortal,
  base: Viewer['base'],
): Task[] {
  const link = (id: string): AppLink => ({ to: `${base}/$id`, params: { id } });
  return [
    ...actionRequired.rows.map((row) => ({
      key: `decision-${row.id}`,
      link: link(row.id),
      title: row.orderNumber,
      badge: <ToneBadge tone="warning" label="Waiting for customer" />,
      note: (
        <>
          {`${row.companyName}, ${countOf(row.specimens, 'specimen')}, `}
          <Time value={row.since} />
        </>
      ),
      verb: 'Decide',
      at: row.since,
    })),
    ...lateParcels.rows.map((row) => ({
      key: `shipment-${row.id}`,
      link: link(row.orderId),
      title: row.orderNumber,
      badge: <StatusBadge display={SHIPMENT_STATUS[row.status]} />,
      note: `${row.companyName}, ${row.carrier ?? 'no carrier'}${row.estimatedDelivery ? `, expected ${formatDate(row.estimatedDelivery)}` : ''}`,
      verb: 'Track',
      at: row.estimatedDelivery,
    })),
    ...kits.rows.map((row) => ({
      key: `kits-${row.id}`,
      link: link(row.id),
      title: row.orderNumber,
      badge: <ToneBadge tone="info" label="Kits to send" />,
      note: row.companyName,
      verb: 'Send kits',
      at: row.since,
    })),
  ];
}

/** Return the tasks about people: support requests and verifications. */
const requestTasks = (
  { requests, companies, licenses }: CustomerServicePortal,
  companyList: Viewer['companies'],
): Task[] => [
  ...requests.rows.map((row) => ({
    key: `request-${row.id}`,
    link: { to: '/support/requests', search: { search: row.reference } } as const,
    title: row.reference,
    badge: <ToneBadge tone="info" label="Support request" />,
    note: (
      <>
        {`${row.companyName}, ${SUPPORT_SUBJECT[row.subject].toLowerCase()}, `}
        <Time value={row.createdAt} />
      </>
    ),
    verb: 'Answer',
    at: row.createdAt,
  })),
  ...(companyList ? companies.rows : []).map((row) => ({
    key: `company-${row.id}`,
    link: { to: `${companyList ?? '/organizations'}/$id`, params: { id: row.id } } as const,
    title: row.name,
    isTextTitle: true,
    badge: <ToneBadge tone="warning" label="Organization to verify" />,
    note: <Time value={row.since} />,
    verb: 'Verify',
    at: row.since,
  })),
  ...licenses.rows.map((row) => ({
    key: `license-${row.id}`,
    link: { to: '/settings/licenses/$id', params: { id: row.id } } as const,
    title: row.holder,
    isTextTitle: true,
    badge: <ToneBadge tone="warning" label="License to verify" />,
    note: `${CLINICIAN_DESIGNATION[row.designation]}, ${row.state}`,
    verb: 'Verify',
    at: row.since,
  })),
];

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
    <Section title="Expected shipments">
      <ChartFigure
        data={chartOf(portal)}
        text={`${shipmentsText(all)} expected in ${portal.expected.length} days, ${today} of them today.`}
      />
    </Section>
  );
}

function Loaded({ portal }: { portal: CustomerServicePortal }) {
  const { companies: companyList, base, listLink } = useViewer();
  return (
    <>
      <NeedsYou
        tasks={[...orderTasks(portal, base), ...requestTasks(portal, companyList)]}
        more={[
          ...moreOf(portal.actionRequired, listLink(NEED_CUSTOMER), 'waiting for customers'),
          ...moreOf(portal.lateParcels, { to: base, search: { parcels: 'LATE' } }, 'late shipments'),
          ...moreOf(portal.kits, { to: base, search: { kits: 'TO_SEND' } }, 'orders with kits to send'),
          ...moreOf(
            portal.requests,
            { to: '/support/requests', search: { status: 'OPEN' } },
            'support requests',
          ),
          ...moreOf(
            portal.companies,
            companyList && { to: companyList, search: { verificationStatus: 'PENDING' } },
            'organizations to verify',
          ),
          ...moreOf(portal.licenses, listLink(LICENSES), 'licenses to verify'),
        ]}
      />
      <ExpectedShipments portal={portal} />
    </>
  );
}

/** The dashboard of customer service. */
export const ServicePortalPage = ({ name }: { name: string }) => (
  <PortalPage name={name} call={readServicePortal}>
    {(portal) => <Loaded portal={portal} />}
  </PortalPage>
);
