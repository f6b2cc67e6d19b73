import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, ShoppingCart, UserPlus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Home } from '#db/access/homes.ts';
import { listInvoices } from '#db/api/billing/invoices.ts';
import type { CallAnswer } from '#db/api/call-definition.ts';
import { readOrdersSummary } from '#db/api/ordering/orders.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import type { OrdersSummary } from '#db/ordering/orders/orders-summary.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCall } from '#pwa/api/use-call.ts';
import { useOrderChanges } from '#pwa/api/use-order-changes.ts';
import { useViewer, type Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { StatusBadge, TONE_OF_STATUS } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { approvalTasks } from './approval-tasks.tsx';
import { BillingPortalPage } from './billing-portal.tsx';
import { customerTasks } from './customer-tasks.tsx';
import { moreOf, NeedsYou } from './needs-you.tsx';
import { OrdersInProgress } from './order-progress.tsx';
import { AllLink, LinkRows, WeeksChart } from './portal-page.tsx';
import { ReadinessList, useReadiness } from './readiness-list.tsx';
import { SalesPortalPage } from './sales-portal.tsx';
import { ServicePortalPage } from './service-portal.tsx';

interface StatusCount {
  key: string;
  display: StatusDisplay;
  count: number;
  /** The matching list. */
  link?: AppLink;
}

function Bar({ row, maxCount }: { row: StatusCount; maxCount: number }) {
  return (
    <span className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
      <span className="min-w-0">{row.display.label}</span>
      <span className="font-semibold tabular-nums">{row.count}</span>
      <span aria-hidden className="col-span-2 h-2 overflow-hidden rounded-full bg-sunken">
        <span
          data-tone={TONE_OF_STATUS[row.display.tone]}
          className="block h-full min-w-1 rounded-full bg-tone"
          style={{ width: `${(row.count / maxCount) * 100}%` }}
        />
      </span>
    </span>
  );
}

/** Counts per status as text, figures and bars in the status color. */
function CountBars({ label, rows }: { label: string; rows: readonly StatusCount[] }) {
  const maxCount = Math.max(1, ...rows.map(({ count }) => count));
  const sorted = [...rows].sort((one, other) => one.display.rank - other.display.rank);
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {sorted.map((row) => (
        <li key={row.key}>
          {row.link ? (
            <Link {...row.link} className="flex min-h-11 items-center hover:text-accent-ink">
              <Bar row={row} maxCount={maxCount} />
            </Link>
          ) : (
            <span className="flex min-h-11 items-center">
              <Bar row={row} maxCount={maxCount} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface DashboardProps {
  name: string;
}

function SpecimensByStage({ specimens }: Pick<OrdersSummary, 'specimens'>) {
  const { listLink } = useViewer();
  const opens = listLink({ to: '/specimens' }) !== null;
  return (
    <Section title="Specimens by stage">
      {specimens.length === 0 ? (
        <p className="text-ink-soft">No specimens in transit or in the lab.</p>
      ) : (
        <CountBars
          label="Specimens by stage"
          rows={specimens.map(({ status, count }) => ({
            key: status,
            display: specimenDisplay(status, true),
            count,
            ...(opens ? { link: { to: '/specimens' as const, search: { status } } } : {}),
          }))}
        />
      )}
    </Section>
  );
}

/** A user without orders is led to the first order, because empty charts would say nothing. */
function FirstOrder({ viewer }: { viewer: Viewer }) {
  const navigate = useNavigate();
  const invites = viewer.listLink({ to: '/users' }) !== null;
  return (
    <div className="panel">
      <EmptyState
        icon={ShoppingCart}
        title="Place your first order"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={Plus} onClick={() => void navigate({ to: '/order/create' })}>
              New order
            </Button>
            {invites && (
              <Button icon={UserPlus} onClick={() => void navigate({ to: '/users' })}>
                Invite colleagues
              </Button>
            )}
          </div>
        }
      >
        Choose a service, enter your specimens and send them with the packing slip. From then on this page
        shows where they are.
      </EmptyState>
    </div>
  );
}

/** The home of a customer before the first order. */
function FirstHome({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const readiness = useReadiness();
  if (readiness.isLoading) return <Skeleton lines={8} label="Loading your orders" />;
  return (
    <>
      <ReadinessList readiness={readiness.data} />
      <FirstOrder viewer={viewer} />
      {children}
    </>
  );
}

/** What is due first; an open invoice is due, late or not. */
const DUE_INVOICES = { stand: 'open', sort: 'dueDate:asc', limit: 8 };

const openInvoicesLink = ({ listLink }: Viewer) => listLink({ to: '/invoices', search: { stand: 'open' } });

type DueInvoices = CallAnswer<typeof listInvoices>;
const NO_INVOICES: Pick<DueInvoices, 'total' | 'rows'> = { total: 0, rows: [] };

interface CustomerHomeProps {
  summary: OrdersSummary;
  invoices: typeof NO_INVOICES;
  viewer: Viewer;
}

function CustomerHome({ summary, invoices, viewer }: CustomerHomeProps) {
  const tasks = customerTasks(summary, invoices.rows, viewer);
  const more = [
    ...moreOf(summary.approvals, viewer.listLink({ to: '/approvals' }), 'to approve'),
    ...moreOf(summary.drafts, { to: viewer.base, search: { status: 'DRAFT' } }, 'drafts'),
    ...moreOf(invoices, openInvoicesLink(viewer), 'invoices'),
  ];
  if (viewer.hasWizard && summary.recent.length === 0)
    return (
      <FirstHome viewer={viewer}>{tasks.length > 0 && <NeedsYou tasks={tasks} more={more} />}</FirstHome>
    );
  return (
    <>
      <NeedsYou tasks={tasks} more={more} />
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        {summary.customer && <OrdersInProgress progress={summary.customer.progress} viewer={viewer} />}
        <SpecimensByStage specimens={summary.specimens} />
      </div>
    </>
  );
}

function StaffHome({ summary, viewer }: { summary: OrdersSummary; viewer: Viewer }) {
  return (
    <>
      <NeedsYou
        tasks={approvalTasks(summary.approvals.rows, viewer)}
        more={moreOf(summary.approvals, viewer.listLink({ to: '/approvals' }), 'to approve')}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title="Orders by status">
          {summary.orders.length === 0 ? (
            <p className="text-ink-soft">No orders yet.</p>
          ) : (
            <CountBars
              label="Orders by status"
              rows={summary.orders.map(({ status, count }) => ({
                key: status,
                display: ORDER_STATUS[status],
                count,
                link: { to: viewer.base, search: { status } },
              }))}
            />
          )}
        </Section>
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Orders by week">
            <WeeksChart weeks={summary.weeks} />
          </Section>
          <Section title="Recent orders" actions={<AllLink link={{ to: viewer.base }}>All orders</AllLink>}>
            <LinkRows
              none="No orders yet."
              rows={summary.recent.map((row) => ({
                key: row.id,
                link: { to: `${viewer.base}/$id`, params: { id: row.id } },
                title: orderTitle(row),
                isTextTitle: row.orderNumber === null,
                badge: <StatusBadge display={ORDER_STATUS[row.status]} />,
                note: `${row.companyName}, ${formatDate(row.createdAt)}`,
              }))}
            />
          </Section>
        </div>
      </div>
    </>
  );
}

function Summary({ name }: DashboardProps) {
  const viewer = useViewer();
  useOrderChanges();
  const { data, error, refetch } = useCall(readOrdersSummary, {});
  // Read beside the summary and shown with it, because a row that comes later would move all below.
  const hasInvoices = viewer.customer && openInvoicesLink(viewer) !== null;
  const invoices = useCall(listInvoices, { query: DUE_INVOICES }, { enabled: hasInvoices });
  return (
    <Page title={`Hello, ${name}`}>
      {data && !invoices.isLoading ? (
        viewer.customer ? (
          <CustomerHome summary={data} invoices={invoices.data ?? NO_INVOICES} viewer={viewer} />
        ) : (
          <StaffHome summary={data} viewer={viewer} />
        )
      ) : error ? (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton lines={8} label="Loading your orders" />
      )}
    </Page>
  );
}

/** Whose day begins with something else than the orders. */
const PORTALS: Partial<Record<Home, ComponentType<DashboardProps>>> = {
  SALES: SalesPortalPage,
  SERVICE: ServicePortalPage,
  BILLING: BillingPortalPage,
};

/**
 * The dashboard of roles that work with orders: customers, sales, customer service, billing and other
 * offices.
 */
export function DashboardPage({ home, ...props }: DashboardProps & { home: Home }) {
  const Portal = PORTALS[home] ?? Summary;
  return (
    <OnlineQueries>
      <Portal {...props} />
    </OnlineQueries>
  );
}
